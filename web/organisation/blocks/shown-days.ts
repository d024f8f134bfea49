/** The school's: a document expires for everybody at once. */
const timeZone = 'Europe/Moscow'

const iso = new Intl.DateTimeFormat('sv-SE', { timeZone })

/** ДД.ММ.ГГГГ of a day, YYYY-MM-DD; other text stays as it is. */
export const dayText = (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')

/** YYYY-MM-DD of today. */
export const today = (now = new Date()) => iso.format(now)
