import type { CalendarEvent } from '#contract/calendar/calendar.schema.ts'
import { schoolDay } from '#contract/dates.ts'
import { dayMs } from '#contract/durations.ts'

/** A month as addresses have it: 2026-11. */
export type Month = string

const two = (value: number) => String(value).padStart(2, '0')

const monthKey = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}`

/** A day by the reader's clock: 2026-11-23. */
export const dayKey = (date: Date) => `${monthKey(date)}-${two(date.getDate())}`

/** The month of an address; the one of `now` where the address makes no sense. */
export const monthOf = (text: string | undefined, now = new Date()): Month => {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text ?? '') ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12 && Number(year) >= 1990 && Number(year) < 2190
  return isMonth ? `${year}-${month}` : monthKey(now)
}

const firstOf = (month: Month, plus = 0) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(year, number - 1 + plus, 1)
}

/** The month that many months later, or earlier. */
export const addMonths = (month: Month, count: number): Month => monthKey(firstOf(month, count))

/** The weeks that a month's page of a wall calendar shows: days from Monday on, those of its neighbours included. */
export const weeksOf = (month: Month): Date[][] => {
  const first = firstOf(month)
  const before = (first.getDay() + 6) % 7
  const length = firstOf(month, 1).getTime() - first.getTime()
  const days = Math.round(length / dayMs)
  const weeks = Math.ceil((before + days) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => new Date(first.getFullYear(), first.getMonth(), 1 - before + week * 7 + day)),
  )
}

/**
 * The moments from which and before which these weeks are, ISO 8601, with a day before them: west of Moscow, what is on
 * a whole day begins on the evening before.
 */
export const rangeOf = (month: Month) => {
  const days = weeksOf(month).flat()
  const [first, last] = [days[0] as Date, days.at(-1) as Date]
  const [from, to] = [new Date(first), new Date(last)]
  from.setDate(first.getDate() - 1)
  to.setDate(last.getDate() + 1)
  return { from: from.toISOString(), to: to.toISOString() }
}

/** The day of an event: by the reader's clock, or for a whole day by the school's. */
const dayOf = ({ at, all_day }: CalendarEvent) => (all_day ? schoolDay(at) : dayKey(new Date(at)))

/** The events of each day, in order. */
export const byDay = (events: CalendarEvent[]) => Map.groupBy(events, dayOf)

const monthName = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric' })
const dayName = new Intl.DateTimeFormat('ru', { weekday: 'long', day: 'numeric', month: 'long' })

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** «Ноябрь 2026». */
export const formatMonth = (month: Month) => capital(monthName.format(firstOf(month)).replace(/\s*г\.$/, ''))

/** «Понедельник, 23 ноября». */
export const formatDate = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return capital(dayName.format(new Date(year, month - 1, date)))
}
