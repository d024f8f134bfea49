const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow', dateStyle: 'short' })

/** The calendar day of a moment in Moscow, as 2026-11-23: the dates of official documents are of it. */
export const moscowDay = (moment: Date) => days.format(moment)
