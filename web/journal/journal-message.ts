import type { Mutation, MutationFilters, QueryClient } from '@tanstack/react-query'
import { inJournal, isOwn } from '#web/journal/pending-changes.ts'
import { keepSaved } from '#web/journal/take-back.ts'
import { dismissToast, toast } from '#web/ui/toasts.ts'

let messageId: number | undefined

/** The changes of journals that the server has not responded to. */
export const isOfJournal = {
  predicate: ({ options }: Mutation) => options.scope?.id === inJournal.id,
} as MutationFilters

/** Removes the message about the change before this one: its undo is not about what is on screen by now. */
export const hush = () => {
  if (messageId !== undefined) dismissToast(messageId)
}

/**
 * Shows a person what they have changed, with a way back; while another change waits, the message will be about it.
 * `isBack` are changes that the keys do not take back, since they take one back themselves.
 */
export const showChange = (
  client: QueryClient,
  {
    userId,
    courseId,
    summary,
    detail,
    undo,
    isBack,
  }: {
    userId: number
    courseId: number
    summary: string
    detail: string
    undo?: (() => void) | undefined
    isBack?: boolean | undefined
  },
) => {
  if (!isOwn({ userId })) return
  const hushAndUndo = () => {
    hush()
    undo?.()
  }
  const takeBack = undo && !isBack ? keepSaved({ userId, courseId, takeBack: hushAndUndo }) : undo
  if (client.isMutating(isOfJournal) > 1) return
  const action = takeBack && { action: { label: 'Отменить', onClick: takeBack } }
  messageId = toast({ severity: 'success', summary, detail, key: 'journal', ...action })
}
