import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { guestHome } from '#web/home/guest-home.queries.ts'
import { galleryQuery } from '#web/projects/projects.queries.ts'
import { tasksQuery } from '#web/tasks/tasks.queries.ts'

/** The user's courses, or those they teach. */
export const homeCourses = coursesQuery()

/** The newest projects. */
export const homeProjects = galleryQuery()

/** Tasks that wait for review, oldest first: a teacher's queue, or a student's own. */
export const submittedTasks = tasksQuery({ status: 'submitted' })

/** A student's returned tasks. */
export const returnedTasks = tasksQuery({ status: 'returned' })

/** A student's tasks that are begun. */
export const draftTasks = tasksQuery({ status: 'draft' })

/** Whether a student takes no course: they are shown those that can be joined. */
export const hasNoCourse = ({ role, courses }: CurrentUser) =>
  role.slug === 'student' && Object.keys(courses).length === 0

/** The courses that can be joined, for a student without one; loaded beside the rest of a page. */
export const coursesToJoin = (user: CurrentUser | null) => (user && hasNoCourse(user) ? [guestHome] : [])
