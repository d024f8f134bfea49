import { verdictKey } from '#contract/reviews/verdict-draft.ts'
import { currentUser, useUser } from '#web/auth/session.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { filterOf, openTaskOf } from '#web/reviews/desk-search.ts'
import { mayLoad } from '#web/reviews/may-load.ts'
import { ReviewDesk } from '#web/reviews/ReviewDesk.tsx'
import { StudentTasks } from '#web/tasks/StudentTasks.tsx'
import { aheadQuery, ownTasksQuery, taskQuery, tasksQuery } from '#web/tasks/tasks.queries.ts'

/** The queue for staff, their own tasks for a student; both while it is not known who is asking. */
export const load: PageLoad<'tasks.index'> = (_, search) => {
  const role = currentUser()?.role.slug
  const task = openTaskOf(search)
  const desk = [
    tasksQuery(filterOf(search)),
    coursesQuery(),
    ...(task && mayLoad(task) ? [taskQuery(task)] : []),
    ...(task ? [draftQuery(verdictKey(task))] : []),
  ]
  if (role === 'student') return [ownTasksQuery, aheadQuery]
  return role ? desk : [...desk, ownTasksQuery, aheadQuery]
}

/** «Задания»: the review desk of staff, the tasks of a student. */
const TasksPage = () => {
  const user = useUser()
  if (!user) return null
  return user.role.slug === 'student' ? <StudentTasks /> : <ReviewDesk userId={user.id} />
}

export default TasksPage
