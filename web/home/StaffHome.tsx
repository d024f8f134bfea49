import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { pathTo } from '#contract/pages.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { newestAnnouncements } from '#web/announcements/announcements.queries.ts'
import { HomeAnnouncements } from '#web/announcements/HomeAnnouncements.tsx'
import { Link } from '#web/app/Link.tsx'
import { toActor } from '#web/auth/use-actor.ts'
import { Duties } from '#web/home/Duties.tsx'
import { useDuties } from '#web/home/duties.ts'
import { FreshProjects } from '#web/home/FreshProjects.tsx'
import classes from '#web/home/Home.module.css'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { homeCourses, submittedTasks } from '#web/home/home.queries.ts'
import { greeting, staffSummary } from '#web/home/home-texts.ts'
import { OldestTasks } from '#web/home/OldestTasks.tsx'
import { OwnCourses } from '#web/home/OwnCourses.tsx'
import { seesSettings } from '#web/settings/sees-settings.ts'
import { CardList } from '#web/ui/Card.tsx'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** A teacher who has no course yet has no tasks to review either. */
const isNew = (user: CurrentUser, actor: Actor) => actor.role === 'teacher' && Object.keys(user.courses).length === 0

const school = [
  {
    sees: (actor: Actor) => curates(actor, 'people'),
    to: pathTo('users.index'),
    title: 'Пользователи',
    note: 'пригласить, сменить роль, отключить',
  },
  {
    sees: (actor: Actor) => curates(actor, 'courses'),
    to: pathTo('applications.index'),
    title: 'Заявки',
    note: 'кто хочет на объявленные курсы',
  },
  {
    sees: (actor: Actor) => curates(actor, 'courses'),
    to: pathTo('courses.index', {}, { view: 'progress' }),
    title: 'Ход учёбы',
    note: 'кто отстаёт и где ждут проверки',
  },
  {
    sees: (actor: Actor) => curates(actor, 'organisation'),
    to: pathTo('organisation'),
    title: organisationTitle,
    whole: true,
    note: '14 страниц, которые видят все',
  },
  {
    sees: seesSettings,
    to: pathTo('settings'),
    title: 'Настройки',
    whole: true,
    note: 'реквизиты, главная страница, документы, согласия',
  },
]

/** The main page of a teacher or a curator: what waits for them first. */
export const StaffHome = ({ user }: { user: CurrentUser }) => {
  const submitted = useQuery(submittedTasks)
  const courses = useQuery(homeCourses)
  const announcements = useQuery(newestAnnouncements)
  const actor = toActor(user)
  const duties = useDuties(actor)
  const ownSchool = school.filter(({ sees }) => sees(actor))
  const counts = submitted.data?.counts ?? { questions: 0, extensions: 0 }
  // what comes first is not known yet, and nothing may be pushed down by it later
  const loading = [submitted, courses, announcements].some(isFirstLoad) || duties === undefined
  return (
    <Wrap>
      <PageHeader
        title={`${greeting()}, ${user.name}`}
        subtitle={
          isNew(user, actor) ? 'Начните с первого курса: достаточно названия' : staffSummary(user.waiting_tasks, counts)
        }
        actions={
          user.waiting_tasks > 0 && (
            <Button component={Link} to={pathTo('tasks.index')}>
              Открыть очередь
            </Button>
          )
        }
      />
      {loading ? (
        <SkeletonList count={3} height={122} />
      ) : (
        <div className={classes.columns}>
          <div>
            <Duties {...duties} />
            <OldestTasks />
          </div>
          <aside>
            <HomeAnnouncements />
            <OwnCourses all={curates(actor, 'courses')} />
            {ownSchool.length > 0 && (
              <HomeSection title="Школа">
                <CardList>
                  {ownSchool.map(({ sees, ...row }) => (
                    <li key={row.to}>
                      <RowLink {...row} />
                    </li>
                  ))}
                </CardList>
              </HomeSection>
            )}
          </aside>
          <FreshProjects />
        </div>
      )}
    </Wrap>
  )
}
