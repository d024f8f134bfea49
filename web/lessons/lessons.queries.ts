import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/http/endpoint.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { call } from '#web/app/call.ts'

/** A lesson with the table of contents of its course. */
export const lessonQuery = (id: number) =>
  queryOptions({
    queryKey: ['lessons', id],
    queryFn: ({ signal }) => call(lessonsApi.get, { params: { id } }, signal),
  })

/** Takes over a lesson that the server has answered; its course and the other lessons show it too. */
const keepLesson = (client: QueryClient, answer: { lesson: Lesson }) => {
  client.setQueryData(lessonQuery(answer.lesson.id).queryKey, answer)
  void client.invalidateQueries({ queryKey: ['courses'] })
  void client.invalidateQueries({
    queryKey: ['lessons'],
    predicate: ({ queryKey }) => queryKey[1] !== answer.lesson.id,
  })
}

/** Adds a lesson to a course. */
export const useCreateLesson = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof lessonsApi.create>['body']) => call(lessonsApi.create, { body }),
    onSuccess: (answer) => keepLesson(client, answer),
  })
}

/** Changes a lesson and its assignment. */
export const useUpdateLesson = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof lessonsApi.update>['body']) =>
      call(lessonsApi.update, { params: { id }, body }),
    onSuccess: (answer) => keepLesson(client, answer),
  })
}

/** Deletes a lesson. */
export const useDeleteLesson = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(lessonsApi.remove, { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['courses'] })
      void client.invalidateQueries({ queryKey: ['lessons'], predicate: ({ queryKey }) => queryKey[1] !== id })
    },
  })
}
