import { useCallback, useMemo } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { type NewRemark, type PlacedRemark, placedRemarks } from '#web/anchors/placed-remarks.ts'
import { remarksKey } from '#web/anchors/unfinished-remarks.ts'
import { useUser } from '#web/auth/session.ts'
import { attemptToReview } from '#web/reviews/verdict/use-verdict.ts'
import { useVerdictDraft } from '#web/reviews/verdict/VerdictDraftProvider.tsx'
import { latestAttempt } from '#web/tasks/task-steps.ts'

/** The remarks that the task is shown with. */
export interface TaskRemarks {
  remarks: PlacedRemark[]
  /** The one to bring into sight, and the attempt to look at for that. */
  shown: { key: string; attempt: number; turn: number } | null
  /** Brings the line of the list into sight. */
  onShow: (key: string) => void
  onAdd: ((remark: NewRemark) => void) | undefined
  /** Names the attempt among what the device keeps of unfinished remarks. */
  draftKey: string
}

/** The id of a row of the list of remarks in the document. */
export const remarkLineId = (key: string) => `remark-${key}`

const goToLine = (key: string) => {
  const line = document.getElementById(remarkLineId(key))
  line?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  line?.focus({ preventScroll: true })
}

/** The remarks of the verdict that is being written, else those of the one that was made. */
export const useTaskRemarks = (task: Task): TaskRemarks => {
  const { remarks, addRemark, shown } = useVerdictDraft()
  const attempt = attemptToReview(task)
  const draftKey = `${remarksKey(useUser()?.id, task.id)}:${attempt?.number}`
  const made = attempt ? undefined : latestAttempt(task)?.review?.remarks
  const placed = useMemo(() => {
    const known = new Map(
      task.attempts.flatMap(({ review }) => review?.remarks ?? []).map((remark) => [remark.id, remark]),
    )
    const listed = made ?? remarks.map((remark) => ({ ...remark, attempt: known.get(remark.id ?? 0)?.attempt }))
    return placedRemarks(listed, attempt?.number ?? 0)
  }, [task, made, remarks, attempt])
  const asked = useMemo(() => {
    if (!shown) return null
    const anchor = JSON.stringify(shown.anchor)
    const remark = placed.find((other) => JSON.stringify(other.anchor) === anchor)
    return remark ? { key: remark.key, attempt: shown.attempt, turn: shown.turn } : null
  }, [placed, shown])
  const onShow = useCallback((key: string) => goToLine(key), [])
  return { remarks: placed, shown: asked, onShow, onAdd: addRemark ?? undefined, draftKey }
}
