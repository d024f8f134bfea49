import type { ReactNode } from 'react'
import classes from '#web/home/Home.module.css'
import { Card } from '#web/ui/Card.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** A task that comes before all others: `why`, the lesson, a sentence about it, and what to do. */
export const UrgentCard = ({
  why,
  lesson,
  text,
  tone,
  action,
}: {
  why: ReactNode
  lesson: string
  text: ReactNode
  tone: 'bad' | 'warn'
  action: ReactNode
}) => (
  <Card className={classes.urgent} data-urgency={tone}>
    <Row gap={4} wrap>
      <Box from={16}>
        {why}
        <Text as="h2" mt={2} mb={0.5} anywhere>
          {lesson}
        </Text>
        <Text tone="soft" clamp={3}>
          {text}
        </Text>
      </Box>
      {action}
    </Row>
  </Card>
)
