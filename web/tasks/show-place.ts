import { useMemo } from 'react'
import type { Remark } from '#contract/reviews/reviews.schema.ts'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import { type PlacedRemark, placedRemarks, remarkKey } from '#web/anchors/placed-remarks.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** The fold of an attempt on the page. */
export const attemptId = (number: number) => `attempt-${number}`

/** The line of a remark in the list of what to fix. */
export const fixLineId = (key: string) => `fix-${key}`

/** The remark whose place somebody has asked for; each request increments `turn`. */
const asked = createStore<{ attempt: number; key: string; turn: number } | null>(null)

/** Shows where a remark was made: unfolds its attempt, whose viewers bring the place into sight. */
export const showPlace = (remark: Remark) => {
  const fold = document.getElementById(attemptId(remark.attempt))
  if (fold instanceof HTMLDetailsElement) fold.open = true
  asked.set({ attempt: remark.attempt, key: remarkKey(remark, 0), turn: (asked.get()?.turn ?? 0) + 1 })
}

/** The remark of an attempt that was asked for last. */
export const useAskedPlace = (attempt: number) => {
  const place = useStore(asked)
  return useMemo(() => (place?.attempt === attempt ? { key: place.key, turn: place.turn } : null), [place, attempt])
}

/** Shows the row of a remark that was clicked beside the task; nothing when it is no longer to be fixed. */
export const showLine = (key: string) => {
  const line = document.getElementById(fixLineId(key))
  const fold = line?.closest('details')
  if (fold) fold.open = true
  line?.scrollIntoView({ block: 'nearest' })
  line?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
}

/** The remarks made on an attempt, numbered as in its verdict; what later verdicts ticked off is done. */
export const remarksMadeOn = (attempts: Attempt[], { number, review }: Attempt): PlacedRemark[] => {
  const later = attempts.flatMap(({ review }) => review?.remarks ?? [])
  const isDone = ({ id }: Remark) => later.some((remark) => remark.id === id && remark.done)
  const remarks = (review?.remarks ?? []).map((remark) => ({ ...remark, done: isDone(remark) }))
  return placedRemarks(remarks, number).filter(({ anchor, attempt }) => anchor !== null && attempt === number)
}
