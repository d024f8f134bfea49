import { counted } from '#contract/plural.ts'

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

/** «Обычно проверяют за 2 дня», of a median in seconds. */
export const usualWaitText = (seconds: number) => {
  if (seconds < hourSeconds) return 'Обычно проверяют меньше чем за час'
  const duration =
    seconds < daySeconds
      ? counted(Math.round(seconds / hourSeconds), 'час', 'часа', 'часов')
      : counted(Math.round(seconds / daySeconds), 'день', 'дня', 'дней')
  return `Обычно проверяют за ${duration}`
}
