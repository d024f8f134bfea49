import { useRef, useState } from 'react'

/** Which lessons are selected, in the order of the outline; `ids` are those shown. */
export const useOutlineSelection = (ids: number[]) => {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const last = useRef<number | null>(null)
  const selected = ids.filter((id) => chosen.has(id))
  /** Selects or deselects a lesson; with `range` also those between it and the one before. */
  const toggle = (id: number, range: boolean) => {
    const from = range && last.current !== null ? ids.indexOf(last.current) : -1
    const to = ids.indexOf(id)
    const several = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    const next = new Set(chosen)
    for (const each of several) chosen.has(id) ? next.delete(each) : next.add(each)
    last.current = id
    setChosen(next)
  }
  return { selected, isSelected: (id: number) => chosen.has(id), toggle, clear: () => setChosen(new Set()) }
}
