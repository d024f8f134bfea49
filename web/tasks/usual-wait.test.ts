import { expect, test } from 'vitest'
import { usualWaitText } from '#web/tasks/usual-wait.ts'

test('the usual waiting time, in numbers that agree', () => {
  const hour = 3600
  const texts = [600, hour, 2.4 * hour, 5 * hour, 21 * hour, 24 * hour, 47 * hour, 120 * hour].map(usualWaitText)
  expect(texts).toEqual(
    ['меньше чем за час', 'за 1 час', 'за 2 часа', 'за 5 часов', 'за 21 час', 'за 1 день', 'за 2 дня', 'за 5 дней'].map(
      (text) => `Обычно проверяют ${text.replace(/(\d) /, '$1\u00a0')}`,
    ),
  )
})
