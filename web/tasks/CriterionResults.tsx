import { IconCheck, IconCircleHalf2, IconX, type TablerIcon } from '@tabler/icons-react'
import { formatNumber } from '#contract/format-number.ts'
import { levelNames } from '#contract/reviews/level-names.ts'
import type { CriterionLevel, CriterionResult } from '#contract/reviews/reviews.schema.ts'
import classes from '#web/tasks/ReviewNote.module.css'
import { Box, Stack, Text } from '#web/ui/layout.tsx'

const icons: Record<CriterionLevel, TablerIcon> = { met: IconCheck, partly: IconCircleHalf2, not: IconX }

const tones = { met: 'ok', partly: 'warn', not: 'bad' } as const

/** How each criterion was judged, under the name it had then, with its note and points. */
export const CriterionResults = ({ results }: { results: CriterionResult[] }) => (
  <Box as="ul" size={4} tight divided plain aria-label="Критерии">
    {results.map(({ criterion_id, name, level, note, points, earned }) => {
      const Icon = icons[level]
      return (
        <Box as="li" key={criterion_id} pad={2} padX={0} className={classes.criterion} data-level={level}>
          <Text as="span" tone={tones[level]} className={classes.sign}>
            <Icon size={18} stroke={2} aria-hidden="true" />
          </Text>
          <Stack as="span" shrink anywhere>
            {name}
            {note && (
              <Text as="small" size={3} tone="soft" lines>
                {note}
              </Text>
            )}
          </Stack>
          <Text as="small" tone="quiet" className={classes.level}>
            {levelNames[level]}
            {points !== null && earned !== null && `, ${formatNumber(earned)} из ${formatNumber(points)}`}
          </Text>
        </Box>
      )
    })}
  </Box>
)
