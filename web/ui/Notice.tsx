import { IconArchive, IconClock, IconInfoCircle, IconPencil, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Box } from '#web/ui/layout.tsx'
import classes from '#web/ui/Notice.module.css'

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
    <div className={classes.notice} data-tone={tone} role="note">
      <Icon size={19} stroke={1.9} aria-hidden="true" />
      <Box shrink anywhere className={classes.words}>
        {children}
      </Box>
      {action}
    </div>
  )
}
