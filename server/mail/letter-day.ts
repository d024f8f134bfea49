const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Moscow' })

/** The day of a moment as letters say it: in the time of Moscow, as everything the school says by letter. */
export const letterDay = (at: string) => day.format(new Date(at))
