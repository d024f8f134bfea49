import { TZDate } from '@date-fns/tz'
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import type { CalendarEvent } from '#contract/calendar/calendar.schema.ts'
import { schoolTimeZone } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'

/** Its offset since 26 October 2014; no law changes it before that moment is in the past. */
const moscow = [
  'BEGIN:VTIMEZONE',
  `TZID:${schoolTimeZone}`,
  'BEGIN:STANDARD',
  'DTSTART:20141026T020000',
  'TZOFFSETFROM:+0400',
  'TZOFFSETTO:+0300',
  'TZNAME:MSK',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

const summaries: Record<CalendarEvent['kind'], (title: string) => string> = {
  due: (title) => `Сдать: ${title}`,
  closes: (title) => `Закроется приём: ${title}`,
  opens: (title) => `Откроется урок: ${title}`,
  custom: (title) => title,
}

const summaryOf = ({ kind, title, lesson_id, done }: CalendarEvent) =>
  `${done ? '✓ ' : ''}${kind === 'opens' && lesson_id === null ? title : summaries[kind](title)}`

/** Stays the same when its moment or its text changes, so that a program moves the event. */
const uidOf = ({ kind, course, lesson_id, event_id }: CalendarEvent, host: string) => {
  const of = event_id ?? (lesson_id === null ? `course-${course.id}` : lesson_id)
  return `${kind}-${of}@${host}`
}

/** Lines about the calendar as a whole that the library writes behind its time zones. */
const late = /^(REFRESH-INTERVAL|X-PUBLISHED-TTL)[:;].*\r\n/gm

/**
 * Moves properties of the calendar before its components (RFC 5545, 3.6): strict programs refuse the feed otherwise.
 */
const inOrder = (text: string) => {
  const moved = text.match(late) ?? []
  return text.replace(late, '').replace('BEGIN:VTIMEZONE', `${moved.join('')}BEGIN:VTIMEZONE`)
}

/** A feed to draw. */
export interface Feed {
  name: string
  publicUrl: string
  events: CalendarEvent[]
  /** The moment of every DTSTAMP; the same feed with the same one is the same text. */
  stamp: Date
}

/** Draws events as iCalendar (RFC 5545). */
export const drawFeed = ({ name, publicUrl, events, stamp }: Feed) => {
  const { hostname } = new URL(publicUrl)
  const calendar = ical({
    name,
    prodId: { company: hostname, product: name, language: 'RU' },
    method: ICalCalendarMethod.PUBLISH,
    // the zone of the events; as that of the whole calendar it would be the zone of DTSTAMP, too, which has to be UTC
    timezone: { name: '', generator: () => moscow },
    ttl: 3600,
    url: publicUrl + pathTo('calendar'),
  })
  for (const event of events) {
    const { at, course, lesson_id, all_day } = event
    const link =
      lesson_id === null ? pathTo('courses.show', { id: course.id }) : pathTo('lessons.show', { id: lesson_id })
    calendar.createEvent({
      id: uidOf(event, hostname),
      stamp,
      start: new TZDate(at, schoolTimeZone),
      timezone: schoolTimeZone,
      ...(all_day ? { allDay: true } : {}),
      summary: summaryOf(event),
      description: course.name,
      url: publicUrl + link,
      // it takes no time in which one could not be asked to meet
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return inOrder(calendar.toString())
}
