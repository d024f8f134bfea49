import { describe, expect, it } from 'vitest'
import { addMonths, byDay, dayKey, formatDate, formatMonth, monthOf, rangeOf, weeksOf } from '#web/calendar/month.ts'

describe('a month', () => {
  it('is that of the address, or the current one', () => {
    const now = new Date(2026, 10, 23)
    expect(['2026-02', '2026-13', '0000-00', 'x', undefined].map((text) => monthOf(text, now))).toEqual([
      '2026-02',
      ...Array(4).fill('2026-11'),
    ])
  })

  it('has whole weeks from Monday on', () => {
    for (const [month, from, to, count] of [
      ['2026-11', '2026-10-26', '2026-12-06', 6],
      ['2027-02', '2027-02-01', '2027-02-28', 4],
      ['2026-12', '2026-11-30', '2027-01-03', 5],
    ] as const) {
      const weeks = weeksOf(month)
      expect([weeks.length, dayKey(weeks[0]?.[0] as Date), dayKey(weeks.at(-1)?.at(-1) as Date)]).toEqual([
        count,
        from,
        to,
      ])
    }
  })

  it('is loaded with the first of its whole days, which begins in Moscow', () => {
    const { from, to } = rangeOf('2027-02')
    expect(from <= '2027-01-31T21:00:00.000Z').toBe(true)
    expect([new Date(from), new Date(to)]).toEqual([new Date(2027, 0, 31), new Date(2027, 2, 1)])
  })

  it('is followed by another year', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', 12)]).toEqual([
      '2027-01',
      '2025-12',
      '2027-03',
    ])
  })

  it('has a name', () => {
    expect([formatMonth('2026-11'), formatDate('2026-11-23')]).toEqual(['Ноябрь 2026', 'Понедельник, 23 ноября'])
  })

  it('has a whole day at the day of the school', () => {
    const event = {
      kind: 'opens',
      title: '',
      course: { id: 1, name: '' },
      lesson_id: null,
      done: false,
      event_id: null,
    } as const
    const at = '2026-11-22T21:00:00.000Z'
    expect([...byDay([{ ...event, at, all_day: true }]).keys()]).toEqual(['2026-11-23'])
    expect([...byDay([{ ...event, at, all_day: false }]).keys()]).toEqual([dayKey(new Date(at))])
  })
})
