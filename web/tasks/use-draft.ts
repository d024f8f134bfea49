import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Draft, Task } from '#contract/tasks/tasks.schema.ts'
import { ApiError, NetworkError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import {
  createDraftSync,
  type DeviceCopy,
  type DraftPorts,
  type DraftSync,
  type Failure,
} from '#web/tasks/draft-sync.ts'
import { putTask, reloadTask } from '#web/tasks/tasks.queries.ts'
import { readDevice, writeDevice } from '#web/ui/use-device-draft.ts'

const judge = (error: unknown): Failure => {
  if (error instanceof ApiError && error.code === 'draft-behind') return 'behind'
  const passes =
    error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))
  return passes ? 'again' : 'refused'
}

const portsOf = (client: QueryClient, userId: number, taskId: number): DraftPorts => {
  const key = `draft:task:${userId}:${taskId}`
  const draftOf = (task: Task) => task.draft as Draft
  return {
    storage: {
      read: () => readDevice<DeviceCopy>(key),
      write: (copy) => writeDevice(key, copy),
      clear: () => writeDevice(key, null),
    },
    save: async (content, revision) => {
      try {
        const { task } = await call(tasksApi.saveDraft, { params: { id: taskId }, body: { content, revision } })
        putTask(client, task)
        return draftOf(task)
      } catch (error) {
        // handed in or taken out of reach elsewhere: the page has to show the state as it is
        if (error instanceof ApiError && error.code === 'wrong-state') void reloadTask(client, taskId).catch(() => {})
        throw error
      }
    },
    load: async () => draftOf(await reloadTask(client, taskId)),
    judge,
  }
}

const syncs = new Map<string, DraftSync>()

/** The one keeper of a work's draft: the card, the editor and what goes on after them share it. */
const draftSyncOf = (client: QueryClient, userId: number, task: Task): DraftSync => {
  const key = `${userId}:${task.id}`
  const known = syncs.get(key)
  if (known) return known
  const sync = createDraftSync(task.draft as Draft, portsOf(client, userId, task.id))
  syncs.set(key, sync)
  return sync
}

/** The draft of one's own work, kept on the device at once and on the server after a pause. */
export const useDraft = (task: Task, userId: number) => {
  const client = useQueryClient()
  const sync = draftSyncOf(client, userId, task)
  const state = useSyncExternalStore(sync.subscribe, sync.get)
  const { draft } = task
  useEffect(() => {
    if (draft) sync.meet(draft)
  }, [sync, draft])
  useEffect(() => {
    addEventListener('online', sync.wake)
    return () => removeEventListener('online', sync.wake)
  }, [sync])
  return [state, sync] as const
}
