import { createStore, useStore } from '#web/ui/store.ts'

/** The remark somebody has just asked to see; asking once more counts `turn` up. */
export interface ShownRemark {
  taskId: number
  key: string
  /** Where it was asked for: the place answers a click in the list, the list one beside the work. */
  from: 'list' | 'work'
  turn: number
}

const shown = createStore<ShownRemark | null>(null)

/** Shows a remark of a work: its place when asked from the list, its line in the list when asked beside the work. */
export const showRemark = (taskId: number, key: string, from: ShownRemark['from']) =>
  shown.set({ taskId, key, from, turn: (shown.get()?.turn ?? 0) + 1 })

/** The remark of this work that was asked for last. */
export const useShownRemark = (taskId: number) => {
  const current = useStore(shown)
  return current?.taskId === taskId ? current : null
}
