import { IconArchive, IconClock, IconInfoCircle, IconPencil, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Box, Row, Text } from '#web/ui/layout.tsx'

const icons: Record<string, TablerIcon> = { draft: IconPencil, clock: IconClock, archive: IconArchive }

/** Something to know about the page before reading it, with what can be done about it. */
export const Notice = ({
  icon = 'info',
  tone = 'brand',
  children,
  action,
}: {
  icon?: 'info' | 'draft' | 'clock' | 'archive'
  tone?: 'brand' | 'warn' | 'idle'
  children: ReactNode
  action?: ReactNode
}) => {
  const Icon = icons[icon] ?? IconInfoCircle
  return (
    <Row
      wrap
      gap={2}
      gapX={3}
      mb={5}
      pad={3}
      padX={4}
      tight
      ground={tone === 'idle' ? 'sunken' : tone}
      round="m"
      role="note"
    >
      <Text as="span" tone={tone === 'idle' ? 'quiet' : tone}>
        <Icon size={19} stroke={1.9} aria-hidden="true" />
      </Text>
      <Box from={14} anywhere>
        {children}
      </Box>
      {action}
    </Row>
  )
}
