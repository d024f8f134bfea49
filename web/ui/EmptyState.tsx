import type { TablerIcon } from '@tabler/icons-react'
import { IconMoodEmpty } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import classes from '#web/ui/states.module.css'

/** Instead of an empty list: what it will hold, and what to do next. */
export const EmptyState = ({
  title,
  text,
  icon: Icon = IconMoodEmpty,
  action,
}: {
  title: string
  text?: ReactNode
  icon?: TablerIcon
  action?: ReactNode
}) => (
  <Stack gap={2} align="center" pad={8} padX={5} className={classes.state}>
    <Text as="span" mb={2} tone="quiet">
      <Icon size={40} stroke={1.25} aria-hidden="true" />
    </Text>
    <h2>{title}</h2>
    {text && <Text tone="soft">{text}</Text>}
    {action && <Box mt={3}>{action}</Box>}
  </Stack>
)

/** The same on a card, in the place of a list. */
export const EmptyCard = (props: ComponentProps<typeof EmptyState>) => (
  <Card>
    <EmptyState {...props} />
  </Card>
)
