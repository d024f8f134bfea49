import { counted } from '#web/ui/plural.ts'

const hour = 3600
const day = 24 * hour

/** «Обычно проверяют за 2 дня», of a median in seconds. */
export const usualWaitWords = (seconds: number) => {
  if (seconds < hour) return 'Обычно проверяют меньше чем за час'
  const words =
    seconds < day
      ? counted(Math.round(seconds / hour), 'час', 'часа', 'часов')
      : counted(Math.round(seconds / day), 'день', 'дня', 'дней')
  return `Обычно проверяют за ${words}`
}
