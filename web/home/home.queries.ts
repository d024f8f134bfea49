import { homeApi } from '#contract/home/home.api.ts'
import { q } from '#web/app/endpoint-query.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { galleryQuery } from '#web/projects/projects.queries.ts'
import { tasksQuery } from '#web/tasks/tasks.queries.ts'

/** One's courses, or those one teaches. */
export const homeCourses = coursesQuery()

/** The newest projects. */
export const homeProjects = galleryQuery()

/** Works that wait for review, oldest first: a teacher's queue, or a student's own. */
export const submittedTasks = tasksQuery({ status: 'submitted' })

/** A student's works that came back. */
export const returnedTasks = tasksQuery({ status: 'returned' })

/** A student's works that are begun. */
export const draftTasks = tasksQuery({ status: 'draft' })

/** The guests' main page. */
export const guestHome = q(homeApi.get)
