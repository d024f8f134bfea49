import { Button } from '@mantine/core'
import { IconArrowsSort, IconCheck, IconPhoto, IconPlus } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Row } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const ProjectsOrder = latePart(
  () => import('#web/users/ProjectsOrder.tsx'),
  () => <SkeletonList count={3} height={64} />,
)

const isPublished = ({ status }: ProjectCard) => status.slug === 'published'

/** Projects that still need work come first. */
const unpublishedFirst = (projects: ProjectCard[]) =>
  projects.toSorted((a, b) => Number(isPublished(a)) - Number(isPublished(b)))

/** The acts on the user's own projects. */
export const OwnProjectsActions = ({
  projects,
  ordering,
  onOrdering,
}: {
  projects: ProjectCard[]
  ordering: boolean
  onOrdering: (ordering: boolean) => void
}) => (
  <Row unprinted gap={2} wrap align="stretch">
    {projects.filter(isPublished).length > 1 && (
      <Button
        variant={ordering ? 'filled' : 'default'}
        aria-pressed={ordering}
        leftSection={
          ordering ? <IconCheck size={18} aria-hidden="true" /> : <IconArrowsSort size={18} aria-hidden="true" />
        }
        onClick={() => onOrdering(!ordering)}
      >
        {ordering ? 'Готово' : 'Изменить порядок'}
      </Button>
    )}
    <Button
      component={Link}
      to={pathTo('projects.create')}
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
    >
      Новый проект
    </Button>
  </Row>
)

/** The user's own projects: side by side, or one under another while they are put in order. */
export const OwnProjects = ({ user: { id, projects }, ordering }: { user: UserProfile; ordering: boolean }) => {
  if (projects.length === 0) return <NoProjects />
  if (ordering) return <ProjectsOrder userId={id} projects={projects.filter(isPublished)} />
  return <ProjectGrid projects={unpublishedFirst(projects)} />
}

const NoProjects = () => (
  <Card>
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
  </Card>
)
