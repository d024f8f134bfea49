import { describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { isWorkingDay, publishingDeadline, reminderMoment } from '#server/organisation/working-days.ts'

const daysOf = (year: number) =>
  Array.from({ length: 365 }, (_, place) => new Date(Date.UTC(year, 0, 1) + place * dayMs).toISOString().slice(0, 10))

describe('a working day', () => {
  it('is one of 247 in 2026, according to the production calendar', () => {
    expect(daysOf(2026).filter(isWorkingDay)).toHaveLength(247)
  })

  it.each([
    ['2026-01-08', false],
    ['2026-01-09', false],
    ['2026-01-12', true],
    // the moved holiday of Sunday, 8 March
    ['2026-03-09', false],
    ['2026-03-10', true],
    // the Saturday of Victory Day moves to Monday, whatever is in between
    ['2026-05-11', false],
    ['2026-06-12', false],
    ['2026-11-03', true],
    ['2026-11-04', false],
    ['2026-11-22', false],
    // May 2027: both holidays fall on weekends
    ['2027-05-03', false],
    ['2027-05-10', false],
    ['2027-05-11', true],
  ])('%s: %s', (day, working) => expect(isWorkingDay(day)).toBe(working))
})

describe('ten working days', () => {
  it('begin on the next day and end with the tenth of them, in Moscow', () => {
    // Saturday, November 21: Monday the 23rd is the first day, Friday, December 4 the tenth
    expect(publishingDeadline('2026-11-21T12:00:00.000Z')).toBe('2026-12-04T21:00:00.000Z')
    expect(reminderMoment('2026-11-21T12:00:00.000Z')).toBe('2026-12-04T06:00:00.000Z')
  })

  it('follow the calendar of Moscow', () => {
    // a quarter to midnight in Moscow on Monday, and half past midnight on Tuesday
    expect(publishingDeadline('2026-11-23T20:45:00.000Z')).toBe('2026-12-07T21:00:00.000Z')
    expect(publishingDeadline('2026-11-23T21:30:00.000Z')).toBe('2026-12-08T21:00:00.000Z')
  })

  it('skip the new year holidays', () => {
    expect(publishingDeadline('2026-12-30T09:00:00.000Z')).toBe('2027-01-22T21:00:00.000Z')
  })
})
