import { formatNumber } from '#contract/format-number.ts'
import type { ScormState } from '#contract/scorm/scorm.schema.ts'
import { Text } from '#web/ui/layout.tsx'

/** How far somebody is with a part of a package, in a few letters. */
export const ItemState = ({ state }: { state: ScormState | null }) => {
  const score = state?.score == null ? '' : ` · ${formatNumber(state.score, 0)}\u00a0%`
  if (!state)
    return (
      <Text as="span" tone="quiet" size={2}>
        не начато
      </Text>
    )
  if (state.passed === false)
    return (
      <Text as="span" tone="bad" size={2}>
        не сдано{score}
      </Text>
    )
  if (state.completed)
    return (
      <Text as="span" tone="ok" size={2}>
        {state.passed ? 'сдано' : 'пройдено'}
        {score}
      </Text>
    )
  return (
    <Text as="span" tone="soft" size={2}>
      начато{score}
    </Text>
  )
}
