import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { ContinueCourses } from '#web/home/ContinueCourses.tsx'
import { DueList } from '#web/home/DueList.tsx'
import { FreshProjects } from '#web/home/FreshProjects.tsx'
import classes from '#web/home/Home.module.css'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { draftTasks, returnedTasks, submittedTasks } from '#web/home/home.queries.ts'
import { OpenCourses } from '#web/home/OpenCourses.tsx'
import { ReturnedWork } from '#web/home/ReturnedWork.tsx'
import { WithTeacher } from '#web/home/WithTeacher.tsx'
import { greeting, studentSummary } from '#web/home/words.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** A student's main page: what came back first, then where to go on. */
export const StudentHome = ({ user }: { user: CurrentUser }) => {
  const queries = [useQuery(returnedTasks), useQuery(draftTasks), useQuery(submittedTasks)] as const
  const [returned = [], drafts = [], submitted = []] = queries.map((query) => query.data?.tasks)
  const loaded = queries.every((query) => query.data)
  const failed = queries.find((query) => query.isError && !query.data)
  const withDue = [...returned, ...drafts].filter((task) => task.due_at !== null)
  const summary = studentSummary({
    returned: returned.length,
    submitted: submitted.length,
    due: withDue.map((task) => task.due_at as string),
  })
  const isNew = Object.keys(user.courses).length === 0 && returned.length + submitted.length + drafts.length === 0
  return (
    <Wrap>
      <PageHeader
        title={`${greeting()}, ${user.name}`}
        subtitle={loaded ? (isNew ? 'Здесь будут ваши курсы, сроки и ответы преподавателей' : summary) : '\u00a0'}
      />
      {loaded || failed ? (
        <div className={classes.columns}>
          <div>
            {failed && (
              <ErrorState
                error={failed.error}
                onRetry={() => {
                  for (const query of queries) if (query.isError) void query.refetch()
                }}
              />
            )}
            {returned.length > 0 && (
              <section className={classes.section} aria-label="Вернулись на доработку">
                {returned.map((task) => (
                  <ReturnedWork key={task.id} task={task} notifications={user.notifications.data} />
                ))}
              </section>
            )}
            <ContinueCourses />
            {Object.keys(user.courses).length === 0 && <OpenCourses />}
          </div>
          <aside>
            {withDue.length > 0 && (
              <HomeSection title="Сроки">
                <DueList tasks={withDue} />
              </HomeSection>
            )}
            {submitted.length > 0 && (
              <HomeSection title="У преподавателя">
                <WithTeacher tasks={submitted} />
              </HomeSection>
            )}
          </aside>
          <FreshProjects />
        </div>
      ) : (
        // what stands first is not known yet, and nothing may be pushed down by it later
        <SkeletonList count={3} height={122} />
      )}
    </Wrap>
  )
}
