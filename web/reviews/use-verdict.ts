import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/http/endpoint.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { call } from '#web/app/call.ts'
import { loadUser } from '#web/auth/session.ts'
import type { VerdictDraft } from '#web/reviews/verdict-draft.ts'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { putTask, type TaskList, taskMoved } from '#web/tasks/tasks.queries.ts'

type VerdictBody = CallInput<typeof reviewsApi.review>['body']

/** The verdict as it is sent: a remark still in its field counts; an accepted work has nothing left to fix from before. */
export const verdictOf = (
  draft: VerdictDraft,
  verdict: 'accepted' | 'returned',
  seen: { attempt: number; review_revision: number },
): VerdictBody => {
  const typed = draft.remark.trim() ? [{ text: draft.remark.trim(), done: false }] : []
  const remarks = draft.remarks
    .filter(({ before, done }) => verdict === 'returned' || !before || done)
    .map(({ id, text, done, anchor = null }) => ({ ...(id === undefined ? {} : { id }), text, done, anchor }))
  const score = verdict === 'accepted' && typeof draft.score === 'number' ? draft.score : null
  return { ...seen, verdict, comment: draft.comment.trim(), remarks: [...remarks, ...typed], score }
}

/** Why a verdict cannot be sent yet, said at the comment; the server asks the same. */
export const verdictProblem = (body: VerdictBody) => {
  const open = (body.remarks ?? []).some(({ done }) => !done)
  return body.verdict === 'returned' && !body.comment && !open
    ? 'Чтобы вернуть работу, напишите, что в ней исправить.'
    : null
}

/** Moves a row between the counts of every list that shows it, until the lists are loaded anew. */
const moveRow = (client: QueryClient, task: Task) =>
  client.setQueriesData<TaskList>({ queryKey: ['tasks', 'list'] }, (list) => {
    const row = list?.tasks?.find(({ id }) => id === task.id)
    if (!list || !row || row.status.slug === task.status.slug) return list
    const { counts } = list
    const from = row.status.slug as keyof typeof counts
    const to = task.status.slug as keyof typeof counts
    // a list of one state holds only rows of that state
    const stays = list.total > counts[from]
    const tasks = stays
      ? list.tasks.map((other) => (other === row ? { ...row, status: task.status, score: task.score } : other))
      : list.tasks.filter((other) => other !== row)
    return {
      ...list,
      tasks,
      total: stays ? list.total : list.total - 1,
      counts: { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 },
    }
  })

/** Takes over a work that staff have moved: it leaves the queue, and the header counts anew. */
export const takeMovedTask = (client: QueryClient, task: Task) => {
  putTask(client, task)
  moveRow(client, task)
  taskMoved(client)
  void loadUser()
}

/** Makes the verdict; `onDone` comes before the work changes on screen, which may take the caller away. */
export const useReview = (taskId: number, onDone: (body: VerdictBody) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: VerdictBody) => call(reviewsApi.review, { params: { id: taskId }, body }),
    onSuccess: ({ task }, body) => {
      onDone(body)
      takeMovedTask(client, task)
    },
  })
}

/** Puts a work back to review, or frees the student from it. */
export const useMoveWithReason = (taskId: number, move: 'reopen' | 'excuse', onDone: () => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(reviewsApi[move], { params: { id: taskId }, body: { reason } }),
    onSuccess: ({ task }) => {
      onDone()
      takeMovedTask(client, task)
    },
  })
}

/** The attempt a verdict would be about. */
export const attemptToReview = (task: Task) => (task.status.slug === 'submitted' ? latestAttempt(task) : undefined)
