const format = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Moscow' })

/** A moment in words where the reader's own time zone is not known: «3 декабря 2026 г. в 23:59 по московскому времени». */
export const moscowMoment = (moment: string) => `${format.format(new Date(moment))} по московскому времени`
