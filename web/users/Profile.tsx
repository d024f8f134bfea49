import { Button, Skeleton } from '@mantine/core'
import { IconPhoto, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { fullName } from '#contract/users/names.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { useUser } from '#web/auth/session.ts'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import classes from '#web/users/Profile.module.css'
import { ProfileHead } from '#web/users/ProfileHead.tsx'
import { ProfileSkeleton } from '#web/users/ProfileSkeleton.tsx'
import { profileQuery } from '#web/users/users.queries.ts'

/** Only one's own profile has it. */
const LettersSwitch = latePart(
  () => import('#web/users/LettersSwitch.tsx'),
  () => <Skeleton height={88} radius="lg" mt="xl" />,
)

/** A person: the screen of `/profile` and of `/users/{id}` (specification §2). `named` puts the name in the title. */
export const Profile = ({ id, named = false }: { id: number; named?: boolean }) => {
  const query = useQuery(profileQuery(id))
  usePageTitle(named && query.data ? fullName(query.data.user) : undefined)
  return (
    <Wrap>
      <ListState query={query} skeleton={<ProfileSkeleton />} page>
        {({ user }) => (
          <>
            <ProfileHead user={user} />
            {user.letters !== undefined && user.role.slug === 'student' && (
              <LettersSwitch userId={user.id} letters={user.letters} />
            )}
            <Projects user={user} />
          </>
        )}
      </ListState>
    </Wrap>
  )
}

const Projects = ({ user: { id, projects, role } }: { user: UserProfile }) => {
  const own = useUser()?.id === id
  if (projects.length === 0 && !own && role.slug !== 'student') return null
  return (
    <section className={classes.projects} aria-labelledby="projects">
      <div className={classes.sectionHead}>
        <h2 id="projects">{own ? 'Мои проекты' : 'Проекты'}</h2>
        {own && projects.length > 0 && (
          <Button
            component={Link}
            to={pathTo('projects.create')}
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
          >
            Новый проект
          </Button>
        )}
      </div>
      {projects.length > 0 ? <ProjectGrid projects={unpublishedFirst(projects)} /> : <NoProjects own={own} />}
    </section>
  )
}

/** What still needs a hand stands first. */
const unpublishedFirst = (projects: ProjectCard[]) =>
  projects.toSorted((a, b) => Number(a.status.slug === 'published') - Number(b.status.slug === 'published'))

const NoProjects = ({ own }: { own: boolean }) => (
  <Card>
    {own ? (
      <EmptyState
        icon={IconPhoto}
        title="Проектов пока нет"
        text="Соберите первый из принятой работы или из чего угодно, чем хочется поделиться."
        action={
          <Button component={Link} to={pathTo('projects.create')}>
            Новый проект
          </Button>
        }
      />
    ) : (
      <EmptyState icon={IconPhoto} title="Проектов пока нет" text="Опубликованные проекты появятся здесь." />
    )}
  </Card>
)
