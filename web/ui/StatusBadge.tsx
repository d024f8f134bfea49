import {
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconEyeOff,
  IconMinus,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react'
import { Row } from '#web/ui/layout.tsx'
import classes from '#web/ui/StatusBadge.module.css'

const icons: Record<string, TablerIcon> = {
  pencil: IconPencil,
  clock: IconClock,
  back: IconArrowBackUp,
  check: IconCheck,
  minus: IconMinus,
  archive: IconArchive,
  'eye-off': IconEyeOff,
}

/** A state as people see it; an icon this version does not know is a dot. */
export const StatusBadge = ({ status }: { status: { name: string; color: string; icon: string } }) => {
  const Icon = icons[status.icon]
  return (
    <Row
      as="span"
      gap={1.5}
      inline
      size={1}
      weight="medium"
      ground="idle"
      nowrap
      className={classes.badge}
      data-color={status.color}
    >
      {Icon ? <Icon size={14} stroke={2.25} aria-hidden="true" /> : <i />}
      {status.name}
    </Row>
  )
}
