import { formatSize } from '#contract/files/file-size.ts'
import { counted, plural } from '#contract/plural.ts'

/** How long is left, roughly, as people would say it: «осталось 2 минуты». */
export const formatTimeLeft = (bytes: number, speed: number) => {
  const seconds = bytes / speed
  if (seconds < 5) return 'осталось несколько секунд'
  if (seconds < 55) return `осталось ${counted(Math.ceil(seconds / 5) * 5, 'секунда', 'секунды', 'секунд')}`
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${plural(minutes, 'осталась', 'осталось', 'осталось')} ${minutesOf(minutes)}`
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return 'осталось больше суток'
  const rest = hours < 6 ? minutes % 60 : 0
  const text = `${plural(hours, 'остался', 'осталось', 'осталось')} ${counted(hours, 'час', 'часа', 'часов')}`
  return rest > 0 ? `${text} ${minutesOf(rest)}` : text
}

const minutesOf = (count: number) => counted(count, 'минута', 'минуты', 'минут')

/** How far an upload has come: «12,4 МБ из 2 ГБ · 3,1 МБ/с · осталось 2 минуты». */
export const formatProgress = ({ sent, size, speed }: { sent: number; size: number; speed: number | null }) =>
  [
    `${formatSize(sent)} из ${formatSize(size)}`,
    ...(speed && speed > 0 ? [`${formatSize(speed)}/с`, formatTimeLeft(size - sent, speed)] : []),
  ].join(' · ')
