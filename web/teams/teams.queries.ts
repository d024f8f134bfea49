import { useMutation } from '@tanstack/react-query'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { teamsApi } from '#contract/teams/teams.api.ts'
import { act } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import { openedDraft } from '#web/drafts/open-drafts.ts'
import { toast } from '#web/ui/toasts.ts'

/** Teams of a lesson that can still be joined. Loaded at intervals: no events report what other teams do. */
export const teamsQuery = (lessonId: number) =>
  q(teamsApi.list, { params: { id: lessonId } }, { refetchInterval: 30_000 })

/** Joins a team; `own` is the task begun alone, whose empty draft makes room. */
export const useJoinTeam = (own: Task | null, userId: number) =>
  useMutation({
    mutationFn: async (taskId: number) => {
      // what is typed and not sent yet must be refused there, not lost here
      if (own) await openedDraft(userId, `task:${own.id}`)?.flush(true)
      return act(teamsApi.join, { params: { id: taskId } })
    },
    onSuccess: () => toast({ severity: 'success', summary: 'Вы в команде' }),
    onError: (error) => reportError(error, 'Не удалось вступить'),
  })

/** Leaves a team; what is written stays with it, so it is sent first. */
export const useLeaveTeam = (task: Task, userId: number) =>
  useMutation({
    mutationFn: async () => {
      await openedDraft(userId, `task:${task.id}`)?.flush(true)
      return act(teamsApi.leave, { params: { id: task.id } })
    },
    onSuccess: () => toast({ severity: 'success', summary: 'Вы вышли из команды' }),
    onError: (error) => reportError(error, 'Не удалось выйти'),
  })
