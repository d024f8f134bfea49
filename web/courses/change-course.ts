import { coursesApi } from '#contract/courses/courses.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'

/** Makes a course. */
export const useCreateCourse = () => useAct(coursesApi.create, (body: BodyOf<typeof coursesApi.create>) => ({ body }))

/** Changes the texts or the status of a course. */
export const useUpdateCourse = (id: number) =>
  useAct(coursesApi.update, (body: BodyOf<typeof coursesApi.update>) => ({ params: { id }, body }))

/** Copies a course without its people. */
export const useCopyCourse = (id: number) =>
  useAct(coursesApi.copy, (body: BodyOf<typeof coursesApi.copy>) => ({ params: { id }, body }))

/** Deletes a course. */
export const useDeleteCourse = (id: number) => useAct(coursesApi.remove, () => ({ params: { id } }))

/** Brings a deleted course back. */
export const useRestoreCourse = () => useAct(coursesApi.restore, (id: number) => ({ params: { id } }))
