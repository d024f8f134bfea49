import { useEffect } from 'react'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** The work whose editor is open, and how many times it was asked for: the card beside the lesson opens what stands below it. */
const opened = createStore<{ taskId: number; turn: number } | null>(null)

/** How the draft of a work stands that is being written: what keeps it says so, the card beside the lesson shows it. */
export const writtenDraft = createStore<{ taskId: number; state: DraftState<unknown> } | null>(null)

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Opens the editor of a work and goes to it, also when it is open already. */
export const openWork = (taskId: number) => {
  opened.set({ taskId, turn: (opened.get()?.turn ?? 0) + 1 })
  // after the editor has taken its place
  requestAnimationFrame(() =>
    document.getElementById('work')?.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth', block: 'start' }),
  )
}

/** How many times the editor of a work was asked for; 0 while it is closed. Leaving the page closes it. */
export const useOpenTurn = (taskId: number) => {
  useEffect(() => () => opened.set(null), [])
  const open = useStore(opened)
  return open?.taskId === taskId ? open.turn : 0
}
