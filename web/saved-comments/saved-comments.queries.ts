import { useMutation } from '@tanstack/react-query'
import { savedCommentsApi } from '#contract/saved-comments/saved-comments.api.ts'
import { act, type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The user's own saved comments and those of a course, the most used first. */
export const savedCommentsQuery = (courseId: number) =>
  q(savedCommentsApi.list, { query: { course_id: courseId } }, { staleTime: 60_000 })

/** A saved comment as it is written; `course_id` shares it with the staff of a course. */
export type WrittenComment = BodyOf<typeof savedCommentsApi.create>

/** Saves a comment, or changes the one with the `id`, whose text is the `expected` one. */
export const useSaveComment = () =>
  useMutation({
    mutationFn: ({ id, body, expected }: { id?: number; body: WrittenComment; expected?: string | undefined }) =>
      id === undefined
        ? act(savedCommentsApi.create, { body })
        : act(savedCommentsApi.update, { params: { id }, body: { ...body, expected } }),
  })

/** Deletes a saved comment. */
export const useDeleteComment = () => useAct(savedCommentsApi.remove, (id: number) => ({ params: { id } }))

/** Counts a use, for the order of the next time; one that is not counted is no reason to stop. */
export const countUse = (id: number) => act(savedCommentsApi.use, { params: { id }, background: true }).catch(() => {})
