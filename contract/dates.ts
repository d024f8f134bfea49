import { hourMs } from '#contract/durations.ts'

/** The school's own zone: of letters, served pages, and whoever has not said theirs. */
export const schoolTimeZone = 'Europe/Moscow'

/** Moscow is three hours ahead of UTC all year. */
export const moscowOffsetMs = 3 * hourMs

/**
 * A format of moments by the school's clock, where the reader's own is unknown or has nothing to do with it. It is made
 * for its first moment: most pages show none.
 */
export const schoolFormat = (options: Intl.DateTimeFormatOptions, language = 'ru') => {
  let format: Intl.DateTimeFormat | undefined
  return (moment: string | number | Date) => {
    format ??= new Intl.DateTimeFormat(language, { ...options, timeZone: schoolTimeZone })
    return format.format(new Date(moment))
  }
}

// Swedish days are written as in ISO 8601
const isoDay = schoolFormat({}, 'sv-SE')

/** The calendar day of a moment in Moscow, «2026-11-23»: the dates of official documents are of it. Without one, today. */
export const schoolDay = (moment: string | number | Date = Date.now()) => isoDay(moment)

/** The same as text: «3 декабря 2026 г.». */
export const schoolDayText = schoolFormat({ dateStyle: 'long' })

/** A moment by the school's clock: «3 декабря 2026 г. в 23:59». */
export const schoolMoment = schoolFormat({ dateStyle: 'long', timeStyle: 'short' })

/** The same where nothing else says by which clock: «3 декабря 2026 г. в 23:59 по московскому времени». */
export const moscowMoment = (moment: string) => `${schoolMoment(moment)} по московскому времени`

/** A day without a time, «2026-09-01», as «01.09.2026»: the same in every time zone. Other text stays as it is. */
export const dayText = (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')
