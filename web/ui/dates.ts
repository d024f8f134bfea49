import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { counted } from '#contract/plural.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Whose clock moments are shown by: the reader's. The server does not know it, and draws by the school's. */
export const clock: { timeZone: string | undefined } = { timeZone: undefined }

/** A date whose local parts are those of the clock. */
const onClock = (moment: string | Date) => {
  const date = new Date(moment)
  return clock.timeZone ? new Date(date.toLocaleString('en-US', { timeZone: clock.timeZone })) : date
}

/** DD.MM.YYYY in the reader's own time zone (specification §9). */
export const formatDay = (moment: string | Date) => {
  const date = onClock(moment)
  return `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}`
}

/** HH:mm in the reader's own time zone. */
export const formatTime = (moment: string | Date) => {
  const date = onClock(moment)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** DD.MM.YYYY HH:mm in the reader's own time zone (specification §9). */
export const formatMoment = (moment: string | Date) => `${formatDay(moment)} ${formatTime(moment)}`

const ageIn = (moment: string | Date, now: Date, minute: string) => {
  const age = now.getTime() - new Date(moment).getTime()
  if (age < minuteMs) return null
  if (age < hourMs) return counted(Math.floor(age / minuteMs), minute, 'минуты', 'минут')
  if (age < dayMs) return counted(Math.floor(age / hourMs), 'час', 'часа', 'часов')
  return counted(Math.floor(age / dayMs), 'день', 'дня', 'дней')
}

/** How old it is, in one unit: «3 дня», «1 минута», «только что». */
export const formatAge = (moment: string | Date, now: Date = new Date()) => ageIn(moment, now, 'минута') ?? 'только что'

/** How long ago it was: «3 дня назад», «1 минуту назад», «только что». */
export const formatAgo = (moment: string | Date, now: Date = new Date()) => {
  const age = ageIn(moment, now, 'минуту')
  return age === null ? 'только что' : `${age} назад`
}

/** How long something has waited: «ждёт 3 дня», «ждёт 21 минуту», «ждёт меньше минуты». */
export const formatWait = (moment: string | Date, now: Date = new Date()) =>
  `ждёт ${ageIn(moment, now, 'минуту') ?? 'меньше минуты'}`

/** A day without a time, `2026-09-01`, as «01.09.2026»: it is the same in every time zone. */
export const formatCalendarDay = (day: string) => day.split('-').reverse().join('.')
