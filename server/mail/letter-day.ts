const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Moscow' })

/** The day of a moment in Moscow time, which all letters of the school use. */
export const letterDay = (at: string) => day.format(new Date(at))
