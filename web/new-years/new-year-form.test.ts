import { expect, test } from 'vitest'
import { formOf, noChoices, planOf } from '#web/new-years/new-year-form.ts'

const proposal = { shift_days: 364, starts_on: '2027-09-01', ends_on: '2028-05-31', cohorts: [], courses: [] }

test('a shift is read as it is typed, and one that is not typed yet is no shift of zero days', () => {
  const shiftOf = (shift_days: number | string) =>
    planOf(formOf(proposal, { ...noChoices, dates: { shift_days } })).shift_days
  expect(['', '-', '-7', 0, 365].map(shiftOf)).toEqual([Number.NaN, Number.NaN, -7, 0, 365])
})
