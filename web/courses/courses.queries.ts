import { coursesApi } from '#contract/courses/courses.api.ts'
import { type BodyOf, useAct } from '#web/app/act.ts'
import { q } from '#web/app/endpoint-query.ts'

/** Courses one takes, teaches or runs; or what a curator can bring back. */
export const coursesQuery = (deleted = false) => q(coursesApi.list, { query: deleted ? { deleted: 'true' } : {} })

/** A course with its lessons. */
export const courseQuery = (id: number) => q(coursesApi.get, { params: { id } })

/** Makes a course. */
export const useCreateCourse = () => useAct(coursesApi.create, (body: BodyOf<typeof coursesApi.create>) => ({ body }))

/** Changes the words or the status of a course. */
export const useUpdateCourse = (id: number) =>
  useAct(coursesApi.update, (body: BodyOf<typeof coursesApi.update>) => ({ params: { id }, body }))

/** Deletes a course. */
export const useDeleteCourse = (id: number) => useAct(coursesApi.remove, () => ({ params: { id } }))

/** Brings a deleted course back. */
export const useRestoreCourse = () => useAct(coursesApi.restore, (id: number) => ({ params: { id } }))
