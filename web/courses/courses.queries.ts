import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { coursesApi } from '#contract/courses/courses.api.ts'
import type { Course } from '#contract/courses/courses.schema.ts'
import type { CallInput } from '#contract/http/endpoint.ts'
import { call } from '#web/app/call.ts'
import { loadUser } from '#web/auth/session.ts'

/** Courses one takes, teaches or runs; or what a curator can bring back. */
export const coursesQuery = (deleted = false) =>
  queryOptions({
    queryKey: ['courses', 'list', deleted],
    queryFn: ({ signal }) => call(coursesApi.list, { query: deleted ? { deleted: 'true' } : {} }, signal),
  })

/** A course with its lessons. */
export const courseQuery = (id: number) =>
  queryOptions({
    queryKey: ['courses', id],
    queryFn: ({ signal }) => call(coursesApi.get, { params: { id } }, signal),
  })

/** Takes over a course that the server has answered; lists and lessons that show it are stale. */
export const keepCourse = (client: QueryClient, answer: { course: Course }) => {
  client.setQueryData(courseQuery(answer.course.id).queryKey, answer)
  void client.invalidateQueries({ queryKey: ['courses', 'list'] })
  void client.invalidateQueries({ queryKey: ['lessons'] })
}

/** The same after a change that the menu of courses shows: it travels with the user. */
const keepCourseAndMenu = (client: QueryClient, answer: { course: Course }) => {
  keepCourse(client, answer)
  void loadUser()
}

/** Makes a course. */
export const useCreateCourse = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof coursesApi.create>['body']) => call(coursesApi.create, { body }),
    onSuccess: (answer) => keepCourseAndMenu(client, answer),
  })
}

/** Changes the words or the status of a course. */
export const useUpdateCourse = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof coursesApi.update>['body']) =>
      call(coursesApi.update, { params: { id }, body }),
    onSuccess: (answer) => keepCourseAndMenu(client, answer),
  })
}

/** Deletes a course. */
export const useDeleteCourse = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(coursesApi.remove, { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['courses', 'list'] })
      void loadUser()
    },
  })
}

/** Brings a deleted course back. */
export const useRestoreCourse = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(coursesApi.restore, { params: { id } }),
    onSuccess: (answer) => keepCourseAndMenu(client, answer),
  })
}
