import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/http/endpoint.ts'
import { savedCommentsApi } from '#contract/saved-comments/saved-comments.api.ts'
import { call } from '#web/app/call.ts'
import { queryClient } from '#web/app/query-client.ts'

const key = ['saved-comments']

/** One's own saved comments and those of a course, the most used first. */
export const savedCommentsQuery = (courseId: number) =>
  queryOptions({
    queryKey: [...key, courseId],
    queryFn: ({ signal }) => call(savedCommentsApi.list, { query: { course_id: courseId } as never }, signal),
    staleTime: 60_000,
  })

/** A saved comment as it is written; `course_id` shares it with the staff of a course. */
export type WrittenComment = CallInput<typeof savedCommentsApi.create>['body']

/** Saves a comment, or changes the one with the `id`. */
export const useSaveComment = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id?: number; body: WrittenComment }) =>
      id === undefined
        ? call(savedCommentsApi.create, { body })
        : call(savedCommentsApi.update, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Deletes a saved comment. */
export const useDeleteComment = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(savedCommentsApi.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Counts a use, for the order of the next time; one that is not counted is no reason to stop. */
export const countUse = (id: number) =>
  call(savedCommentsApi.use, { params: { id }, background: true }).then(
    () => queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' }),
    () => {},
  )
