import type { Mutation, MutationFilters, QueryClient } from '@tanstack/react-query'
import { inJournal, isOwn, type sends } from '#web/journal/pending-changes.ts'
import { hasUnsaved } from '#web/journal/unsaved-changes.ts'

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

type Sent = { userId: number; isUndo?: boolean; isBack?: boolean }

/** Whether a change takes one back. */
const isTakeBack = ({ state }: Mutation) => {
  const { isUndo, isBack } = state.variables as Sent
  return isUndo === true || isBack === true
}

/** The person's changes of the journal of a course that the server has not responded to, in their order. */
const onTheirWay = (client: QueryClient, courseId: number) => {
  const isOfCourse = ({ options, meta, state }: Mutation) =>
    options.scope?.id === inJournal.id &&
    (meta as Partial<ReturnType<typeof sends>> | undefined)?.journal?.courseId === courseId &&
    isOwn(state.variables as Sent)
  return client.getMutationCache().findAll({ status: 'pending', predicate: isOfCourse } as MutationFilters)
}

/** Waits until the server has responded to a change; returns whether it was saved. */
const isSaved = async (client: QueryClient, last: Mutation) => {
  const cache = client.getMutationCache()
  await new Promise<void>((resolve) => {
    const stop = cache.subscribe(() => {
      if (last.state.status === 'pending') return
      stop()
      resolve()
    })
  })
  return last.state.status === 'success'
}

/** The change that is taken back as soon as it is saved. */
let awaited: Mutation | undefined

/**
 * Takes back the person's last change of a journal. One that is on its way is taken back once it is saved; if it is not
 * saved, nothing is: the message about that is shown instead. Until one is taken back, further calls do nothing: a
 * person whose network is slow would take back more than they see.
 */
export const takeBackLast = async (client: QueryClient, courseId: number) => {
  const pending = onTheirWay(client, courseId)
  if (pending.some((change) => change === awaited || isTakeBack(change))) return
  awaited = pending.at(-1)
  if (awaited && !(await isSaved(client, awaited))) return
  // an earlier change would be taken back in place of the failed one, which its message offers to repeat
  if (hasUnsaved(courseId)) return
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
