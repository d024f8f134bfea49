import type { Criterion } from '#contract/lessons/assignment.schema.ts'
import { formatScore } from '#web/tasks/task-steps.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** What is looked at in a review, and what it can bring. */
export const CriteriaList = ({ criteria }: { criteria: Criterion[] }) => {
  if (criteria.length === 0) return null
  const total = Math.round(criteria.reduce((sum, { points = 0 }) => sum + points * 100, 0)) / 100
  return (
    <div>
      <Row gap={0.5} gapX={3} wrap align="baseline" justify="between" mb={1.5}>
        <h3>Критерии</h3>
        {total > 0 && criteria.length > 1 && (
          <Text as="small" size={2} tone="quiet">
            всего {formatScore(total)}
          </Text>
        )}
      </Row>
      <Box as="ul" size={3} tight divided plain>
        {criteria.map(({ id, name, description, points }) => (
          <Row as="li" gap={3} align="stretch" justify="between" pad={2} padX={0} key={id}>
            <Text as="span" shrink anywhere>
              {name}
              {description && (
                <Text as="small" block tone="quiet">
                  {description}
                </Text>
              )}
            </Text>
            {points !== undefined && (
              <Text as="small" block tone="quiet" digits fixed>
                {formatScore(points)}
              </Text>
            )}
          </Row>
        ))}
      </Box>
    </div>
  )
}
