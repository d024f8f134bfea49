import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/Home.module.css'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/**
 * A line of «Что дальше»: `why` it is there, the lesson, a sentence about it, and the one thing to do. The very first
 * line of the list has the button of the page.
 */
export const NextLine = ({
  tone,
  why,
  lesson,
  note,
  act,
  href,
  first,
  children,
}: {
  tone: 'bad' | 'warn' | 'brand' | 'ok'
  why: ReactNode
  lesson: string
  note: ReactNode
  act: string
  href: PageAddress
  first: boolean
  /** Beside the act. */
  children?: ReactNode
}) => (
  <Row as="li" gap={3} gapX={4} wrap pad={4} padX={4.5} className={classes.line} data-urgency={tone}>
    <Box from={16}>
      {why}
      <Text as="h3" mt={1} size={7} weight="strong" tight anywhere clamp={3}>
        {lesson}
      </Text>
      <Text mt={0.5} size={3} tone="soft" anywhere clamp={3}>
        {note}
      </Text>
    </Box>
    <Row gap={1}>
      <Button component={Link} to={href} variant={first ? 'filled' : 'light'} aria-label={`${act}: ${lesson}`}>
        {act}
      </Button>
      {children}
    </Row>
  </Row>
)
