/** The school's: the server and every reader show the same day. */
const timeZone = 'Europe/Moscow'

const russian = new Intl.DateTimeFormat('ru-RU', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
const iso = new Intl.DateTimeFormat('sv-SE', { timeZone })

/** ДД.ММ.ГГГГ of a moment. */
export const dayOf = (moment: string) => russian.format(new Date(moment))

/** ДД.ММ.ГГГГ of a day, YYYY-MM-DD; other words stay as they are. */
export const dayWords = (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')

/** YYYY-MM-DD of today. */
export const today = (now = new Date()) => iso.format(now)
