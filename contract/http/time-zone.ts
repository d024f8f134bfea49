import { z } from 'zod'
import { hourMs } from '#contract/durations.ts'

/** Moscow is three hours ahead of UTC all year. */
export const moscowOffsetMs = 3 * hourMs

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('ru', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The school's own zone: of letters, served pages, and whoever has not said theirs. */
export const schoolTimeZone = 'Europe/Moscow'

/** IANA name of the zone that moments of a table are shown in; the school's own without it. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'Такого часового пояса нет').default(schoolTimeZone)
