import { afterEach, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { clock, formatAge, formatAgo, formatDay, formatMoment, formatWait } from '#web/ui/dates.ts'

const moment = '2026-11-12T22:05:00Z'

afterEach(() => {
  clock.timeZone = undefined
})

it('shows a moment as DD.MM.YYYY HH:mm by the reader’s clock, which is set to UTC in tests', () => {
  expect(formatMoment(moment)).toBe('12.11.2026 22:05')
})

it('shows what the server draws by the clock of the school', () => {
  clock.timeZone = 'Europe/Moscow'
  expect([formatDay(moment), formatMoment(moment)]).toEqual(['13.11.2026', '13.11.2026 01:05'])
})

it('agrees with how long ago it was', () => {
  const after = (minutes: number) => new Date(Date.parse(moment) + minutes * minuteMs)
  const texts = (minutes: number) =>
    [formatAge, formatAgo, formatWait].map((format) => format(moment, after(minutes)).replace('\u00a0', ' '))
  expect(texts(0)).toEqual(['только что', 'только что', 'ждёт меньше минуты'])
  expect(texts(1)).toEqual(['1 минута', '1 минуту назад', 'ждёт 1 минуту'])
  expect(texts(2)[1]).toBe('2 минуты назад')
  expect(texts(5)[1]).toBe('5 минут назад')
  expect(texts(21)[1]).toBe('21 минуту назад')
  expect(texts(60)[1]).toBe('1 час назад')
  expect(texts(3 * 24 * 60)).toEqual(['3 дня', '3 дня назад', 'ждёт 3 дня'])
})
