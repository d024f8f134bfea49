import { moscowOffsetMs, schoolDay } from '#contract/dates.ts'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'

/** Days off of every year (Labour Code, art. 112), as month and day. */
const holidays = new Set([
  ...['01-01', '01-02', '01-03', '01-04', '01-05', '01-06', '01-07', '01-08'],
  ...['02-23', '03-08', '05-01', '05-09', '06-12', '11-04'],
])

/**
 * Days that the government made free instead of January's weekends. A year without its decree has fewer days off here
 * than it will have: deadlines are then early, never late.
 */
const movedDays = new Set(['2026-01-09', '2026-12-31'])

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const isWeekend = (day: string) => [0, 6].includes(new Date(at(day)).getUTCDay())
const isHoliday = (day: string) => holidays.has(day.slice(5))
const isPlainWorkday = (day: string) => !isWeekend(day) && !isHoliday(day)

/** Whether a holiday on the weekend before moved to this day: to the next working day (art. 112). */
const isMovedHoliday = (day: string) => {
  if (!isPlainWorkday(day)) return false
  for (let time = at(day) - dayMs; !isPlainWorkday(dayOf(time)); time -= dayMs) {
    const before = dayOf(time)
    // the government decides where those of the new year move
    if (isHoliday(before) && isWeekend(before) && !before.slice(5).startsWith('01-')) return true
  }
  return false
}

/** Whether a day (`2026-11-05`) is a working day in Russia, in a five-day week. */
export const isWorkingDay = (day: string) => isPlainWorkday(day) && !isMovedHoliday(day) && !movedDays.has(day)

/** The tenth working day after the day of a moment, by Moscow's calendar: changes have to be published by then. */
const lastDay = (since: string) => {
  let time = at(schoolDay(since))
  for (let left = 10; left > 0; ) {
    time += dayMs
    if (isWorkingDay(dayOf(time))) left -= 1
  }
  return time
}

/** The deadline for publishing a change (decree No. 1802, п. 16): the end of the tenth working day, in Moscow. */
export const publishingDeadline = (since: string) => new Date(lastDay(since) + dayMs - moscowOffsetMs).toISOString()

/** The last minute before the deadline, for letters: its own midnight reads as the day after. */
export const lastMinute = (since: string) => new Date(Date.parse(publishingDeadline(since)) - minuteMs).toISOString()

/** When curators are reminded of a change: at nine on the morning of the tenth working day, in Moscow. */
export const reminderMoment = (since: string) => new Date(lastDay(since) + 9 * hourMs - moscowOffsetMs).toISOString()
