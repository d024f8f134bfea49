import { describe, expect, it } from 'vitest'
import { afterQuiet, letterAt } from '#server/notifications/delivery-times.ts'

const night = { from: '22:00', to: '07:00' }
const iso = (at: number | null) => at && new Date(at).toISOString().slice(0, 16)
const quietEnd = (at: string, quiet: typeof night | null, zone: string) =>
  iso(afterQuiet(Date.parse(`${at}Z`), quiet, zone))
const letter = (
  at: string,
  time: 'now' | 'daily' | 'weekly' | 'off',
  zone: string,
  quiet: typeof night | null = null,
) => iso(letterAt(Date.parse(`${at}Z`), time, quiet, zone))

describe('quiet hours', () => {
  it.each([
    ['before midnight', '2026-11-24T20:30', '2026-11-25T04:00'],
    ['after midnight', '2026-11-24T22:30', '2026-11-25T04:00'],
    ['at their first minute', '2026-11-24T19:00', '2026-11-25T04:00'],
    ['at their end', '2026-11-24T04:00', '2026-11-24T04:00'],
    ['by day', '2026-11-24T12:00', '2026-11-24T12:00'],
  ])('across midnight, %s', (_, at, end) => expect(quietEnd(at, night, 'Europe/Moscow')).toBe(end))

  it('within one day', () => {
    const lessons = { from: '09:00', to: '14:30' }
    expect(quietEnd('2026-11-24T07:00', lessons, 'Europe/Moscow')).toBe('2026-11-24T11:30')
    expect(quietEnd('2026-11-24T12:00', lessons, 'Europe/Moscow')).toBe('2026-11-24T12:00')
  })

  it('follow the person’s zone', () => {
    // 20:00 in Moscow is 3 o’clock at night in Vladivostok
    expect(quietEnd('2026-11-24T17:00', night, 'Europe/Moscow')).toBe('2026-11-24T17:00')
    expect(quietEnd('2026-11-24T17:00', night, 'Asia/Vladivostok')).toBe('2026-11-24T21:00')
    expect(quietEnd('2026-11-24T18:00', { from: '23:15', to: '06:45' }, 'Asia/Kolkata')).toBe('2026-11-25T01:15')
  })

  it('end by the clock on the days when it is changed', () => {
    // Berlin: summer time begins on 29 March, ends on 25 October 2026
    expect(quietEnd('2026-03-28T22:00', night, 'Europe/Berlin')).toBe('2026-03-29T05:00')
    expect(quietEnd('2026-10-24T21:00', night, 'Europe/Berlin')).toBe('2026-10-25T06:00')
    // 2:30 is skipped: as late as it would be without the change
    expect(quietEnd('2026-03-29T00:30', { from: '00:00', to: '02:30' }, 'Europe/Berlin')).toBe('2026-03-29T01:30')
    // 2:30 comes twice: the first ends them
    expect(quietEnd('2026-10-24T23:30', { from: '00:00', to: '02:30' }, 'Europe/Berlin')).toBe('2026-10-25T00:30')
    expect(quietEnd('2026-10-25T01:10', { from: '00:00', to: '02:30' }, 'Europe/Berlin')).toBe('2026-10-25T01:10')
  })
})

describe('a letter', () => {
  it('is sent at once, daily or on Monday, at eight in the morning', () => {
    expect(letter('2026-11-24T12:00', 'now', 'Europe/Moscow')).toBe('2026-11-24T12:00')
    expect(letter('2026-11-24T12:00', 'daily', 'Europe/Moscow')).toBe('2026-11-25T05:00')
    expect(letter('2026-11-24T04:59', 'daily', 'Europe/Moscow')).toBe('2026-11-24T05:00')
    // a Tuesday
    expect(letter('2026-11-24T12:00', 'weekly', 'Europe/Moscow')).toBe('2026-11-30T05:00')
    expect(letter('2026-11-30T05:00', 'weekly', 'Europe/Moscow')).toBe('2026-12-07T05:00')
    expect(letter('2026-11-24T12:00', 'off', 'Europe/Moscow')).toBe(null)
  })

  it('waits for the end of quiet hours, a digest too', () => {
    expect(letter('2026-11-24T21:00', 'now', 'Europe/Moscow', night)).toBe('2026-11-25T04:00')
    const long = { from: '20:00', to: '10:00' }
    expect(letter('2026-11-24T12:00', 'daily', 'Europe/Moscow', long)).toBe('2026-11-25T07:00')
  })

  it('keeps to the clock over a change of it', () => {
    expect(letter('2026-03-28T12:00', 'daily', 'Europe/Berlin')).toBe('2026-03-29T06:00')
    expect(letter('2026-10-24T12:00', 'daily', 'Europe/Berlin')).toBe('2026-10-25T07:00')
  })
})
