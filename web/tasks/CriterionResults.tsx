import { IconCheck, IconCircleHalf2, IconX, type TablerIcon } from '@tabler/icons-react'
import { levelWords } from '#contract/reviews/level-words.ts'
import type { CriterionLevel, CriterionResult } from '#contract/reviews/reviews.schema.ts'
import classes from '#web/tasks/ReviewNote.module.css'
import { Box, Text } from '#web/ui/layout.tsx'

const icons: Record<CriterionLevel, TablerIcon> = { met: IconCheck, partly: IconCircleHalf2, not: IconX }

/** How each criterion was judged, in the words it had then, with its note and points. */
export const CriterionResults = ({ results }: { results: CriterionResult[] }) => (
  <Box as="ul" size={4} tight plain className={classes.criteria} aria-label="Критерии">
    {results.map(({ criterion_id, name, level, note, points, earned }) => {
      const Icon = icons[level]
      return (
        <li key={criterion_id} data-level={level}>
          <Icon size={18} stroke={2} aria-hidden="true" />
          <Text as="span" shrink anywhere className={classes.criterion}>
            {name}
            {note && <small>{note}</small>}
          </Text>
          <small className={classes.level}>
            {levelWords[level]}
            {points !== null && earned !== null && `, ${earned.toLocaleString('ru')} из ${points.toLocaleString('ru')}`}
          </small>
        </li>
      )
    })}
  </Box>
)
