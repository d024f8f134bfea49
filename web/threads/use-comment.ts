import { useMutation, useQueryClient } from '@tanstack/react-query'
import { threadsApi } from '#contract/threads/threads.api.ts'
import type { ThreadEntry } from '#contract/threads/threads.schema.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { act } from '#web/app/act.ts'
import { currentUser } from '#web/auth/session.ts'
import { changeTask } from '#web/tasks/tasks.queries.ts'
import type { MessageDraft } from '#web/threads/use-message-draft.ts'

let lastLocal = 0

/** Writes an entry into a task's thread; it appears at once, and is removed again if it fails to send. */
export const useComment = (taskId: number) => {
  const client = useQueryClient()
  const changeThread = (change: (thread: ThreadEntry[]) => ThreadEntry[]) =>
    changeTask(client, taskId, (task) => ({ ...task, thread: change(task.thread) }))
  return useMutation({
    mutationFn: ({ text, note, files }: MessageDraft) =>
      act(threadsApi.comment, { params: { id: taskId }, body: { text, note, file_ids: files.map(({ id }) => id) } }),
    onMutate: ({ text, note, files }) => {
      lastLocal -= 1
      const id = lastLocal
      const line = {
        id,
        kind: note ? ('note' as const) : ('comment' as const),
        text,
        attempt: null,
        files,
        until: null,
        created_at: new Date().toISOString(),
      }
      changeThread((thread) => [...thread, { ...line, user: currentUser() as Person }])
      return { id }
    },
    onSuccess: ({ comment }, _, { id }) => {
      changeTask(client, taskId, (task) => ({
        ...task,
        thread: [...task.thread.filter((entry) => entry.id !== id && entry.id !== comment.id), comment],
        // a task without a draft is somebody else's: what staff write answers the question
        ...(task.draft === null && comment.kind === 'comment' ? { question_at: null } : {}),
      }))
    },
    onError: (_error, _draft, context) => changeThread((thread) => thread.filter((entry) => entry.id !== context?.id)),
  })
}
