import { Button } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { newestAnnouncements } from '#web/announcements/announcements.queries.ts'
import { HomeAnnouncements } from '#web/announcements/HomeAnnouncements.tsx'
import { Link } from '#web/app/Link.tsx'
import { ContinueCourses } from '#web/home/ContinueCourses.tsx'
import { DueList } from '#web/home/DueList.tsx'
import { FreshProjects } from '#web/home/FreshProjects.tsx'
import { guestHome } from '#web/home/guest-home.queries.ts'
import classes from '#web/home/Home.module.css'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { draftTasks, hasNoCourse, homeCourses, returnedTasks, submittedTasks } from '#web/home/home.queries.ts'
import { greeting, studentSummary } from '#web/home/home-texts.ts'
import { NextSteps } from '#web/home/NextSteps.tsx'
import { nextSteps, openCourses } from '#web/home/next-steps.ts'
import { OpenCourses } from '#web/home/OpenCourses.tsx'
import { SentApplications } from '#web/home/SentApplications.tsx'
import { WithTeacher } from '#web/home/WithTeacher.tsx'
import { type Asked, byDeadline, isOverdue } from '#web/tasks/overdue.ts'
import { aheadQuery } from '#web/tasks/tasks.queries.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { hasFailed, isFirstLoad } from '#web/ui/first-load.ts'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { useNow } from '#web/ui/use-now.ts'

/**
 * A student's main page: what to do next, then their courses; at the side what is due later, and what is with the
 * teacher.
 */
export const StudentHome = ({ user }: { user: CurrentUser }) => {
  const tasks = [useQuery(returnedTasks), useQuery(draftTasks), useQuery(submittedTasks)] as const
  const ahead = useQuery(aheadQuery)
  const courses = useQuery(homeCourses)
  const announcements = useQuery(newestAnnouncements)
  const joins = hasNoCourse(user)
  const open = useQuery({ ...guestHome, enabled: joins })
  const programs = open.data?.home.courses ?? []
  const now = useNow()
  const queries = [...tasks, ahead]
  const [returned = [], drafts = [], submitted = []] = tasks.map((query) => query.data?.tasks)
  const unsent: Asked[] = [...drafts, ...(ahead.data?.assignments ?? [])].toSorted(byDeadline)
  const overdue = unsent.filter((asked) => isOverdue(asked, now))
  // what else fails to load says so in its own place, or is left out
  const shownWhole = [courses, announcements, ...(joins ? [open] : [])]
  const loaded = queries.every((query) => query.data) && !shownWhole.some(isFirstLoad)
  const failed = queries.find(hasFailed)
  const withDue = [...returned, ...unsent].filter(({ due_at }) => due_at !== null && new Date(due_at) >= now)
  const summary = studentSummary({
    overdue: overdue.length,
    returned: returned.length,
    submitted: submitted.length,
    due: withDue.map((task) => task.due_at as string),
  })
  const taken = courses.data?.courses ?? []
  const offer = ahead.data?.offer ?? null
  const steps = nextSteps({ returned, unsent, submitted, courses: taken, offer }, now)
  const isNew = joins && taken.length + returned.length + submitted.length + unsent.length === 0
  const newcomer =
    programs.length > 0 ? 'Выберите курс и отправьте заявку' : 'Здесь будут ваши курсы, сроки и ответы преподавателей'
  return (
    <Wrap>
      <PageHeader
        title={`${greeting()}, ${user.name}`}
        actions={
          !joins && (
            <Button
              component={Link}
              to={pathTo('tasks.index')}
              variant="default"
              leftSection={<IconChecklist size={18} stroke={1.75} aria-hidden="true" />}
            >
              Задания
            </Button>
          )
        }
        subtitle={loaded ? (isNew ? newcomer : summary) : '\u00a0'}
      />
      {loaded || failed ? (
        <div className={classes.columns}>
          <div>
            {failed?.error && (
              <ErrorState
                error={failed.error}
                onRetry={() => {
                  for (const query of queries) if (query.isError) void query.refetch()
                }}
              />
            )}
            {/* asked again */}
            {failed && !failed.error && <SkeletonList count={3} height={122} />}
            {loaded && courses.data && !isNew && (
              <NextSteps
                steps={steps}
                notifications={user.notifications.data}
                waits={submitted.length > 0}
                hasCourses={openCourses(taken).length > 0}
              />
            )}
            {!(isNew && programs.length > 0) && <ContinueCourses lessons={steps.lessons} />}
            {joins && <OpenCourses programs={programs} />}
          </div>
          <aside>
            <HomeAnnouncements />
            {steps.later.length > 0 && (
              <HomeSection title="Сроки" more={{ label: 'Календарь', href: pathTo('calendar') }}>
                <DueList tasks={steps.later} />
              </HomeSection>
            )}
            {submitted.length > 0 && (
              <HomeSection title="У преподавателя">
                <WithTeacher tasks={submitted} />
              </HomeSection>
            )}
            <SentApplications />
          </aside>
          <FreshProjects />
        </div>
      ) : (
        // what comes first is not known yet, and nothing may be pushed down by it later
        <SkeletonList count={3} height={122} />
      )}
    </Wrap>
  )
}
