import type { CalendarEvent } from '#contract/calendar/calendar.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { type CalendarQuery, type CalendarRow, listCalendar } from '#server/calendar/calendar.repo.ts'
import type { CourseEventRecord } from '#server/calendar/calendar.table.ts'
import type { Db } from '#server/db/database.ts'

const presentRow = ({ at, course_id, course_name, ...row }: CalendarRow): CalendarEvent => {
  const isStart = row.kind === 'opens' && row.lesson_id === null
  return {
    ...row,
    at: new Date(at).toISOString(),
    title: isStart ? 'Начало курса' : row.title,
    course: { id: course_id, name: course_name },
    all_day: isStart,
  }
}

/** The events of a person's courses, and whether these are all. */
export const loadCalendar = async (db: Db, actor: Actor, { limit, ...query }: CalendarQuery) => {
  const rows = await listCalendar(db, actor, { ...query, limit: limit + 1 })
  return { events: rows.slice(0, limit).map(presentRow), complete: rows.length <= limit }
}

/** The same on both sides of `now`, in order: what is ahead comes first, the past has the rest of the limit. */
export const loadCalendarAround = async (db: Db, actor: Actor, now: string, { from, to, limit }: CalendarQuery) => {
  const ahead = await listCalendar(db, actor, { from: now, to, limit })
  const past = await listCalendar(db, actor, { from, to: now, limit: limit - ahead.length, latest: true })
  return [...past, ...ahead].map(presentRow)
}

/** An event that a teacher has added. */
export const presentCourseEvent = (event: CourseEventRecord, course: { id: number; name: string }): CalendarEvent => ({
  kind: 'custom',
  at: event.at,
  title: event.title,
  course: { id: course.id, name: course.name },
  lesson_id: null,
  all_day: false,
  done: false,
  event_id: event.id,
})
