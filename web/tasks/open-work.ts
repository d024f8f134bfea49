import { useEffect } from 'react'
import { createStore, useStore } from '#web/ui/store.ts'

/** The work whose editor is open: the card beside the lesson opens what stands below it. */
const opened = createStore<number | null>(null)

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Opens the editor of a work and goes to it. */
export const openWork = (taskId: number) => {
  opened.set(taskId)
  // after the editor has taken its place
  requestAnimationFrame(() =>
    document.getElementById('work')?.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth', block: 'start' }),
  )
}

/** Whether the editor of a work is open; leaving the page closes it. */
export const useIsWorkOpen = (taskId: number) => {
  useEffect(() => () => opened.set(null), [])
  return useStore(opened) === taskId
}
