import type { CalendarEvent, CalendarKind } from '#contract/calendar/calendar.schema.ts'
import { type PageAddress, pathTo } from '#contract/pages.ts'
import { formatTime } from '#web/ui/dates.ts'

const labels: Record<CalendarKind, string> = {
  due: 'Сдать',
  opens: 'Откроется',
  closes: 'Закроется приём',
  custom: 'Событие',
}

const past: Partial<Record<CalendarKind, string>> = { opens: 'Открылся', closes: 'Приём закрыт' }

/** What an event means to the reader, in a word or two. */
export const labelOf = ({ kind, at, lesson_id, done }: CalendarEvent, isStaff: boolean, now = new Date()) => {
  if (kind === 'opens' && lesson_id === null) return 'Курс'
  if (done) return 'Сделано'
  if (kind === 'due' && isStaff) return 'Срок сдачи'
  return (Date.parse(at) <= now.getTime() && past[kind]) || labels[kind]
}

/** HH:mm; nothing for a whole day. */
export const timeOf = ({ at, all_day }: CalendarEvent) => (all_day ? '' : formatTime(at))

/** The time in a month's cell; none for a deadline at the end of the day: most are, and the title has the room. */
export const cellTimeOf = (event: CalendarEvent) => {
  const time = timeOf(event)
  return time === '23:59' && (event.kind === 'due' || event.kind === 'closes') ? '' : time
}

/** Where an event leads; students open no lesson before its time. */
export const addressOf = ({ kind, at, course, lesson_id }: CalendarEvent, isStaff: boolean): PageAddress => {
  const isOpen = isStaff || kind !== 'opens' || Date.parse(at) <= Date.now()
  return lesson_id !== null && isOpen
    ? pathTo('lessons.show', { id: lesson_id })
    : pathTo('courses.show', { id: course.id })
}

/** Tells events apart in a list. */
export const keyOfEvent = ({ kind, course, lesson_id, event_id }: CalendarEvent) =>
  [kind, course.id, lesson_id, event_id].join(' ')
