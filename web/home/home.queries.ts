import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { homeApi } from '#contract/home/home.api.ts'
import { siteApi } from '#contract/site/site.api.ts'
import type { HomeSettings } from '#contract/site/site-settings.schema.ts'
import { call } from '#web/app/call.ts'
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
export const guestHome = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(homeApi.get, {}, signal),
})

/** Changes the guests' main page. */
export const useChangeHome = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: HomeSettings) => call(siteApi.changeHome, { body }),
    // the form compares itself with what is loaded anew
    onSuccess: () => client.invalidateQueries({ queryKey: guestHome.queryKey }),
  })
}
