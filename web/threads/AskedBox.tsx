import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

/** Something a student asks for, with the ways to answer it. */
export const AskedBox = ({
  label,
  icon: Icon,
  title,
  children,
}: {
  label: string
  icon: TablerIcon
  title: ReactNode
  children: ReactNode
}) => (
  <Stack as="section" gap={2.5} mb={4.5} pad={3} ground="surface" round="m" edge="line" aria-label={label}>
    <Row as="p" gap={2.5} align="start">
      <Text as="span" tone="warn" mt={0.5}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </Text>
      <span>{title}</span>
    </Row>
    {children}
  </Stack>
)
