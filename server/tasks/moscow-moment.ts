const format = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Moscow' })

/** A moment as text where the reader's time zone is unknown: «3 декабря 2026 г. в 23:59 по московскому времени». */
export const moscowMoment = (moment: string) => `${format.format(new Date(moment))} по московскому времени`
