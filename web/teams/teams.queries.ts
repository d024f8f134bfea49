import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { teamsApi } from '#contract/teams/teams.api.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { openedDraft } from '#web/drafts/open-drafts.ts'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import { putTask, taskMoved, taskQuery } from '#web/tasks/tasks.queries.ts'
import { toast } from '#web/ui/toasts.ts'

/** Teams of a lesson that can still be joined; classmates come and go without a word to who only looks on. */
export const teamsQuery = (lessonId: number) =>
  queryOptions({
    queryKey: ['lessons', lessonId, 'teams'],
    queryFn: ({ signal }) => call(teamsApi.list, { params: { id: lessonId } }, signal),
    refetchInterval: 30_000,
  })

/** Joins a team; `own` is the work begun alone, whose empty draft makes room. */
export const useJoinTeam = (lessonId: number, own: Task | null, userId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (taskId: number) => {
      // what is typed and not sent yet must be refused there, not lost here
      if (own) await openedDraft(userId, `task:${own.id}`)?.flush(true)
      return call(teamsApi.join, { params: { id: taskId } })
    },
    onSuccess: ({ task }) => {
      putTask(client, task)
      taskMoved(client)
      toast({ severity: 'success', summary: 'Вы в команде' })
    },
    onError: (error) => {
      reportError(error, 'Не удалось вступить')
      void client.invalidateQueries({ queryKey: teamsQuery(lessonId).queryKey })
    },
  })
}

/** Leaves a team; what is written stays with it. */
export const useLeaveTeam = (task: Task) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(teamsApi.leave, { params: { id: task.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: lessonQuery(task.lesson.id).queryKey })
      client.removeQueries({ queryKey: taskQuery(task.id).queryKey })
      taskMoved(client)
      toast({ severity: 'success', summary: 'Вы вышли из команды' })
    },
    onError: (error) => {
      reportError(error, 'Не удалось выйти')
      void client.invalidateQueries({ queryKey: taskQuery(task.id).queryKey })
    },
  })
}
