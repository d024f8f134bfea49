import { useMutation, useMutationState } from '@tanstack/react-query'
import { threadsApi } from '#contract/threads/threads.api.ts'
import type { ThreadEntry } from '#contract/threads/threads.schema.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { currentUser } from '#web/auth/session.ts'
import { act } from '#web/data/act.ts'
import type { MessageDraft } from '#web/threads/use-message-draft.ts'

const mutationKeyOf = (taskId: number) => ['comment', taskId]

/** Writes an entry into a task's thread; several are sent one after another. */
export const useComment = (taskId: number) =>
  useMutation({
    mutationKey: mutationKeyOf(taskId),
    scope: { id: `comment:${taskId}` },
    mutationFn: ({ text, note, files }: MessageDraft) =>
      act(threadsApi.comment, { params: { id: taskId }, body: { text, note, file_ids: files.map(({ id }) => id) } }),
  })

/** What is on its way to a task's thread, as its entries will be, with ids below zero. */
export const useSentEntries = (taskId: number) =>
  useMutationState({
    filters: { mutationKey: mutationKeyOf(taskId), exact: true, status: 'pending' },
    select: ({ mutationId, state }): ThreadEntry => {
      const { text, note, files } = state.variables as MessageDraft
      return {
        id: -mutationId,
        kind: note ? 'note' : 'comment',
        user: currentUser() as Person,
        text,
        attempt: null,
        files,
        until: null,
        created_at: new Date(state.submittedAt).toISOString(),
      }
    },
  })
