import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import { AttemptView } from '#web/anchors/AttemptView.tsx'
import type { PlacedRemark } from '#web/anchors/placed-remarks.ts'
import { showLine, useAskedPlace } from '#web/tasks/show-place.ts'

export interface AnchoredAttemptProps {
  attempt: Attempt
  remarks: readonly PlacedRemark[]
}

/** An attempt with the remarks of its verdict at their places: a click on one leads to its line in the list. */
const AnchoredAttempt = ({ attempt, remarks }: AnchoredAttemptProps) => (
  <AttemptView attempt={attempt} remarks={remarks} shown={useAskedPlace(attempt.number)} onShow={showLine} />
)

export default AnchoredAttempt
