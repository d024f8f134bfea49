import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/http/endpoint.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { toast } from '#web/ui/toasts.ts'

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

/** Puts a lesson into the bin of its course. */
export const useDeleteLesson = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(lessonsApi.remove, { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['courses'] })
      void client.invalidateQueries({ queryKey: ['journal'] })
      void client.invalidateQueries({ queryKey: ['lessons'], predicate: ({ queryKey }) => queryKey[1] !== id })
    },
  })
}

/** Deleted lessons of a course that can be brought back. */
export const binQuery = (courseId: number) =>
  queryOptions({
    queryKey: ['courses', courseId, 'bin'],
    queryFn: ({ signal }) => call(lessonsApi.bin, { params: { id: courseId } }, signal),
  })

/** Brings a deleted lesson back. */
export const useRestoreLesson = (courseId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: number; name: string }) => call(lessonsApi.restore, { params: { id } }),
    onSuccess: (answer) => {
      keepLesson(client, answer)
      void client.invalidateQueries({ queryKey: ['journal', courseId] })
      toast({ severity: 'success', summary: 'Урок снова в курсе', detail: answer.lesson.name, key: 'lesson-bin' })
    },
    onError: (error) => {
      reportError(error, 'Не удалось вернуть урок')
      void client.invalidateQueries({ queryKey: ['courses', courseId] })
    },
  })
}
