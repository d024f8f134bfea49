import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { counted } from '#contract/plural.ts'

/**
 * How long something took, in one unit or two: «1 день 4 часа», «25 минут». `minute` is the word for one of them, where
 * the sentence asks for «минуту».
 */
export const formatDuration = (from: string | Date, to: string | Date, minute = 'минута') => {
  const length = Math.max(0, new Date(to).getTime() - new Date(from).getTime())
  const days = Math.floor(length / dayMs)
  const hours = Math.floor((length % dayMs) / hourMs)
  const minutes = Math.floor((length % hourMs) / minuteMs)
  if (days > 0) return joined(counted(days, 'день', 'дня', 'дней'), hours > 0 && days < 7 && hoursOf(hours))
  if (hours > 0) return joined(hoursOf(hours), minutes > 0 && hours < 6 && minutesOf(minutes, minute))
  return minutes > 0 ? minutesOf(minutes, minute) : 'меньше минуты'
}

const hoursOf = (count: number) => counted(count, 'час', 'часа', 'часов')
const minutesOf = (count: number, one: string) => counted(count, one, 'минуты', 'минут')
const joined = (first: string, second: string | false) => (second ? `${first} ${second}` : first)
