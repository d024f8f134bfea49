import { createStore, useStore } from '#web/ui/store.ts'

/** An act of the desk that can still be taken back. */
export interface Undoable {
  /** A later one with the same id takes its place. */
  id: string
  summary: string
  detail?: string
  /** When it was done, by this device's clock. */
  at: number
  /** Until when it can be taken back, by this device's clock; null while that time has not begun. */
  until: number | null
  undo: () => void
}

const list = createStore<Undoable[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Takes an act off the list: it is taken back, or can no longer be. */
export const dropUndoable = (id: string) => {
  clearTimeout(timers.get(id))
  timers.delete(id)
  list.set(list.get().filter((other) => other.id !== id))
}

/** Puts an act on the list until its time is over. */
export const putUndoable = (undoable: Undoable) => {
  dropUndoable(undoable.id)
  list.set([...list.get(), undoable].sort((a, b) => a.at - b.at))
  if (undoable.until === null) return
  timers.set(
    undoable.id,
    setTimeout(() => dropUndoable(undoable.id), undoable.until - Date.now()),
  )
}

/** The act that was done last, of those that can be taken back. */
export const useLatestUndoable = () => useStore(list).at(-1)

/** Takes back what was done last; false when there is nothing. */
export const undoLatest = () => {
  const latest = list.get().at(-1)
  latest?.undo()
  return latest !== undefined
}
