import { z } from 'zod'
import { schoolTimeZone } from '#contract/dates.ts'

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('ru', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** IANA name of the zone that moments of a table are shown in; the school's own without it. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'Такого часового пояса нет').default(schoolTimeZone)
