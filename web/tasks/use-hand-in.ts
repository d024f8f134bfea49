import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Draft, Task } from '#contract/tasks/tasks.schema.ts'
import { ApiError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import type { DraftSync } from '#web/tasks/draft-sync.ts'
import { openWork } from '#web/tasks/open-work.ts'
import { putTask, reloadTask, taskMoved } from '#web/tasks/tasks.queries.ts'
import { readDevice, writeDevice } from '#web/ui/use-device-draft.ts'

/** A hand-in that was begun: its key is repeated until the server has answered. */
interface HandIn {
  key: string
  /** How many attempts there were: a later hand-in needs a key of its own. */
  after: number
}

// not randomUUID: it is missing where the site is opened over plain http
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const nameOf = (task: Task, userId: number) => `submit:${userId}:${task.id}`

const begun = (task: Task, userId: number) => {
  const kept = readDevice<HandIn>(nameOf(task, userId))
  return kept?.after === task.attempts.length ? kept : null
}

/** Whether a hand-in of this work went off without an answer, before a reload perhaps. */
export const isHandInUnanswered = (task: Task, userId: number) => begun(task, userId) !== null

/** An answer after which repeating the same request makes no sense. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429

/** Hands the draft in: first it must be on the server, then one request, the same for every repeat. */
export const useHandIn = (task: Task, userId: number, sync: DraftSync) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await sync.flush()
      const { key } = begun(task, userId) ?? { key: newKey() }
      writeDevice(nameOf(task, userId), { key, after: task.attempts.length } satisfies HandIn)
      try {
        return await call(tasksApi.submit, { params: { id: task.id }, headers: { 'idempotency-key': key } })
      } catch (error) {
        if (isFinal(error)) writeDevice(nameOf(task, userId), null)
        throw error
      }
    },
    onSuccess: (answer) => {
      writeDevice(nameOf(task, userId), null)
      sync.handedIn(answer.task.draft as Draft)
      putTask(client, answer.task)
      taskMoved(client)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void reloadTask(client, task.id).catch(() => {})
    },
  })
}

/** Makes one’s own work in a lesson; repeating changes nothing. The editor opens. */
export const useStartTask = (lessonId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(tasksApi.start, { params: { id: lessonId } }),
    onSuccess: ({ task }) => {
      putTask(client, task)
      taskMoved(client)
      openWork(task.id)
    },
    onError: (error) => reportError(error, 'Не удалось начать работу'),
  })
}

/** Takes the work back while no reviewer has taken it; its text is the draft again, and open. */
export const useWithdraw = (task: Task) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(tasksApi.withdraw, { params: { id: task.id } }),
    onSuccess: (answer) => {
      putTask(client, answer.task)
      taskMoved(client)
      openWork(task.id)
    },
    onError: (error) => {
      reportError(error, 'Не удалось забрать работу')
      if (error instanceof ApiError && error.status === 409) void reloadTask(client, task.id).catch(() => {})
    },
  })
}
