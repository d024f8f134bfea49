import type { Mutation, MutationFilters, QueryClient } from '@tanstack/react-query'
import { inJournal, isOwn } from '#web/journal/pending-changes.ts'

/** A saved change of a journal, and how to take it back. */
interface Saved {
  userId: number
  courseId: number
  takeBack: () => void
}

/** Changes that this page has saved and not taken back, the last one at the end. */
let saved: Saved[] = []

/** Each keeps the journal that it was made in. */
const maxSaved = 100

/** Notes a saved change; returns what takes it back, once. */
export const keepSaved = (change: Saved) => {
  let isTaken = false
  const kept = {
    ...change,
    takeBack: () => {
      if (isTaken) return
      isTaken = true
      saved = saved.filter((other) => other !== kept)
      change.takeBack()
    },
  }
  saved = [...saved.filter(isOwn), kept].slice(-maxSaved)
  return kept.takeBack
}

/** Whether somebody has made a change, not taken one back, that the server has not responded to. */
const isOnItsWay = ({ options, state }: Mutation) => {
  if (options.scope?.id !== inJournal.id) return false
  const { userId, isUndo, isBack } = state.variables as { userId: number; isUndo?: boolean; isBack?: boolean }
  return !isUndo && !isBack && isOwn({ userId })
}

const onTheirWay = { status: 'pending', predicate: isOnItsWay } as MutationFilters

/** Waits for the change that was made last; returns whether it was saved, or there was none to wait for. */
const lastIsSaved = async (client: QueryClient) => {
  const cache = client.getMutationCache()
  const last = cache.findAll(onTheirWay).at(-1)
  if (!last) return true
  await new Promise<void>((resolve) => {
    const stop = cache.subscribe(() => {
      if (last.state.status === 'pending') return
      stop()
      resolve()
    })
  })
  return last.state.status === 'success'
}

/**
 * Takes back the person's last change of a journal. One that is on its way is taken back once it is saved; if it is not
 * saved, nothing is: the message about that is shown instead.
 */
export const takeBackLast = async (client: QueryClient, courseId: number) => {
  if (!(await lastIsSaved(client))) return
  saved.findLast((change) => isOwn(change) && change.courseId === courseId)?.takeBack()
}

/** Whether a key is Ctrl+Z, or ⌘Z, in any layout. */
export const isUndoKey = ({
  code,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>) =>
  code === 'KeyZ' && (ctrlKey || metaKey) && !shiftKey && !altKey
