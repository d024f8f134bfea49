import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconLine } from '#web/ui/IconLine.tsx'
import { Stack } from '#web/ui/layout.tsx'

/** Something a student asks for, with the ways to answer it. */
export const AskedBox = ({
  label,
  icon,
  title,
  children,
}: {
  label: string
  icon: TablerIcon
  title: ReactNode
  children: ReactNode
}) => (
  <Stack as="section" gap={2.5} mb={4.5} pad={3} ground="surface" round="m" edge="line" aria-label={label}>
    <IconLine icon={icon} iconTone="warn" gap={2.5}>
      {title}
    </IconLine>
    {children}
  </Stack>
)
