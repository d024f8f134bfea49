import type { FamilyTask } from '#contract/family/family.schema.ts'
import { formatNumber } from '#contract/format-number.ts'
import { Text } from '#web/ui/layout.tsx'

/** A mark as the course shows it, in points with how many there are. */
export const TaskMark = ({ task: { score, max_score, mark } }: { task: FamilyTask }) =>
  score === null ? null : (
    <Text as="span" digits weight="strong" nowrap>
      {mark ?? formatNumber(score)}
      {mark === null && max_score !== null && (
        <Text as="span" tone="quiet" weight="plain">
          {' '}
          из {formatNumber(max_score)}
        </Text>
      )}
    </Text>
  )
