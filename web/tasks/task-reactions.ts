import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task, ThreadEntry } from '#contract/tasks/tasks.schema.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { currentUser } from '#web/auth/session.ts'
import { changeTask } from '#web/tasks/tasks.queries.ts'

let lastLocal = 0

/** Writes a line into a work's thread; it stands there at once, and goes again when it did not arrive. */
export const useComment = (taskId: number) => {
  const client = useQueryClient()
  const changeThread = (change: (thread: ThreadEntry[]) => ThreadEntry[]) =>
    changeTask(client, taskId, (task) => ({ ...task, thread: change(task.thread) }))
  return useMutation({
    mutationFn: (text: string) => call(tasksApi.comment, { params: { id: taskId }, body: { text } }),
    onMutate: (text) => {
      lastLocal -= 1
      const id = lastLocal
      const line = { id, kind: 'comment' as const, text, attempt: null, created_at: new Date().toISOString() }
      changeThread((thread) => [...thread, { ...line, user: currentUser() as Person }])
      return { id }
    },
    onSuccess: ({ comment }, _, { id }) =>
      changeThread((thread) => [...thread.filter((entry) => entry.id !== id && entry.id !== comment.id), comment]),
    onError: (_error, _text, context) => changeThread((thread) => thread.filter((entry) => entry.id !== context?.id)),
  })
}

/** Likes a work, or takes that back; seen at once. */
export const useLikeTask = (taskId: number) => {
  const client = useQueryClient()
  const show = (mine: boolean) =>
    changeTask(client, taskId, (task: Task) =>
      task.likes.mine === mine ? task : { ...task, likes: { count: task.likes.count + (mine ? 1 : -1), mine } },
    )
  return useMutation({
    mutationFn: (mine: boolean) => call(mine ? tasksApi.like : tasksApi.unlike, { params: { id: taskId } }),
    onMutate: show,
    onError: (error, mine) => {
      show(!mine)
      reportError(error)
    },
  })
}
