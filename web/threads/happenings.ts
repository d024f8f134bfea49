import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconClockCheck,
  IconClockX,
  IconHandStop,
  IconMinus,
  IconRefresh,
  IconSend,
  IconStar,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Scale } from '#contract/journal/scales.ts'
import type { ThreadEntry, ThreadKind } from '#contract/threads/threads.schema.ts'
import { formatMoment } from '#web/ui/dates.ts'

interface Happening {
  icon: TablerIcon
  title: string
  /** What is shown below; empty for nothing. */
  text: string
}

const icons: Partial<Record<ThreadKind, TablerIcon>> = {
  submitted: IconSend,
  withdrawn: IconArrowBackUp,
  returned: IconArrowBackUp,
  accepted: IconCheck,
  reopened: IconRefresh,
  excused: IconMinus,
  'extension-asked': IconClock,
  extended: IconClockCheck,
  'extension-refused': IconClockX,
  joined: IconUserPlus,
  left: IconUserMinus,
  assigned: IconUserCheck,
  'taken-over': IconHandStop,
  scored: IconStar,
}

const textOf = ({ kind, attempt, until, text }: ThreadEntry, scale: Scale) => {
  const number = `Попытка ${attempt ?? ''}`.trim()
  switch (kind) {
    case 'submitted':
      return `${number} отправлена`
    case 'withdrawn':
      return `${number} отозвана`
    case 'returned':
      return `${number} возвращена на доработку`
    case 'accepted':
      return `${number} принята`
    case 'reopened':
      return `${number} снова на проверке`
    case 'excused':
      return 'Освобождение от задания'
    case 'extension-asked':
      return `Просьба продлить срок${until ? ` до ${formatMoment(until)}` : ''}`
    case 'extended':
      return until ? `Срок продлён до ${formatMoment(until)}` : 'Продление отменено: срок прежний'
    case 'extension-refused':
      return 'Срок оставлен прежним'
    case 'joined':
      return 'Новый участник команды'
    case 'left':
      return 'Участник вышел из команды'
    case 'assigned':
      return text ? `Проверять будет ${text}` : 'Работа снова ничья'
    case 'taken-over':
      return `Работу взял на проверку другой преподаватель${text ? `, раньше: ${text}` : ''}`
    case 'scored':
      return `${scale === 'points' ? 'Баллы изменены' : 'Оценка изменена'}: ${text}`
    default:
      return ''
  }
}

/** Entries whose title already has the name or the score. */
const quotedKinds = new Set<ThreadKind>(['assigned', 'taken-over', 'scored'])

/** What happened, as a title with an icon; null for what somebody wrote. `scale` is that of the course's marks. */
export const happeningOf = (entry: ThreadEntry, scale: Scale): Happening | null => {
  const icon = icons[entry.kind]
  if (!icon) return null
  return { icon, title: textOf(entry, scale), text: quotedKinds.has(entry.kind) ? '' : entry.text }
}
