import { dayMs, minuteMs } from '#contract/durations.ts'
import type { LetterTime } from '#contract/notifications/notification-kinds.ts'
import type { QuietHours } from '#contract/notifications/notification-settings.schema.ts'

/** When digests are sent, by the person's clock; weekly ones on Mondays. */
const digestTime = '08:00'

/** Formatters by zone: making one takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (zone: string) => {
  const known = formatters.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const formatter = new Intl.DateTimeFormat('en', { timeZone: zone, ...parts, ...time })
  formatters.set(zone, formatter)
  return formatter
}

/** The local time of the zone at a moment, as if it were UTC, in milliseconds. */
const wallTime = (at: number, zone: string) => {
  const shown: Record<string, number> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(at)) shown[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * The moment when clocks in the zone show this. A time that is skipped in spring is as much later as the clocks are
 * moved; one that comes twice in autumn is the first of both.
 */
const momentOf = (wall: number, zone: string) => {
  const before = wall - (wallTime(wall - dayMs, zone) - (wall - dayMs))
  if (wallTime(before, zone) === wall) return before
  const after = wall - (wallTime(wall + dayMs, zone) - (wall + dayMs))
  return wallTime(after, zone) === wall ? after : before
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const startOfDay = (wall: number) => Math.floor(wall / dayMs) * dayMs

/** The moment itself, or the end of the quiet hours that it is in; in milliseconds. */
export const afterQuiet = (at: number, quiet: QuietHours | null, zone: string) => {
  if (!quiet) return at
  const wall = wallTime(at, zone)
  const minutes = Math.floor((wall - startOfDay(wall)) / minuteMs)
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const overMidnight = from > to
  const isQuiet = overMidnight ? minutes >= from || minutes < to : minutes >= from && minutes < to
  if (!isQuiet) return at
  const endsTomorrow = overMidnight && minutes >= from
  const end = momentOf(startOfDay(wall) + (endsTomorrow ? dayMs : 0) + to * minuteMs, zone)
  // an hour that comes twice may have ended the first time
  return Math.max(at, end)
}

/** The next digest after a moment. */
const nextDigest = (at: number, time: 'daily' | 'weekly', zone: string) => {
  const today = startOfDay(wallTime(at, zone))
  for (let days = 0; days <= 7; days += 1) {
    const day = today + days * dayMs
    if (time === 'weekly' && new Date(day).getUTCDay() !== 1) continue
    const moment = momentOf(day + minutesOf(digestTime) * minuteMs, zone)
    if (moment > at) return moment
  }
  // seven days later is the same weekday: only reached when today is Monday after eight
  return momentOf(today + 7 * dayMs + minutesOf(digestTime) * minuteMs, zone)
}

/** When the letter about an event of this moment is sent, outside quiet hours; null for no letter. */
export const letterAt = (at: number, time: LetterTime, quiet: QuietHours | null, zone: string) => {
  if (time === 'off') return null
  return afterQuiet(time === 'now' ? at : nextDigest(at, time, zone), quiet, zone)
}
