import { expect, it } from 'vitest'
import { dayText, moscowMoment, schoolDay, schoolDayText, schoolFormat } from '#contract/dates.ts'

const minute = schoolFormat({ dateStyle: 'short', timeStyle: 'short' })
const monthDay = schoolFormat({ day: 'numeric', month: 'long' })

it.each([
  ['2026-11-30T20:59:59.999Z', '2026-11-30', '30 ноября 2026 г.', '30 ноября', '30.11.2026, 23:59'],
  ['2026-11-30T21:00:00Z', '2026-12-01', '1 декабря 2026 г.', '1 декабря', '01.12.2026, 00:00'],
  ['2025-12-31T21:00:00Z', '2026-01-01', '1 января 2026 г.', '1 января', '01.01.2026, 00:00'],
  ['2028-02-28T21:00:00Z', '2028-02-29', '29 февраля 2028 г.', '29 февраля', '29.02.2028, 00:00'],
  ['2028-02-29T21:00:00Z', '2028-03-01', '1 марта 2028 г.', '1 марта', '01.03.2028, 00:00'],
  // Moscow was an hour further ahead in the summers before 2011
  ['2010-07-01T20:30:00Z', '2010-07-02', '2 июля 2010 г.', '2 июля', '02.07.2010, 00:30'],
  // a day without a time begins at midnight in UTC
  ['2026-09-01', '2026-09-01', '1 сентября 2026 г.', '1 сентября', '01.09.2026, 03:00'],
])('%s is %s in Moscow', (moment, day, text, withoutYear, short) => {
  expect([schoolDay(moment), schoolDayText(moment), monthDay(moment), minute(moment)]).toEqual([
    ...[day, text, withoutYear, short],
  ])
  expect(schoolDay(new Date(moment))).toBe(day)
})

it('a moment says by which clock it is', () => {
  expect(moscowMoment('2026-12-03T20:59:00Z')).toBe('3 декабря 2026 г. в 23:59 по московскому времени')
})

it('a day is turned round, other text is not', () => {
  expect(['2026-09-01', '2026', 'бессрочно', ''].map(dayText)).toEqual(['01.09.2026', '2026', 'бессрочно', ''])
})
