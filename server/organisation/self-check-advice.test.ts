import { expect, test } from 'vitest'
import { advice } from '#server/organisation/self-check-advice.ts'

test.each([
  [2, '2\u00a0раза'],
  [5, '5\u00a0раз'],
  [11, '11\u00a0раз'],
  [21, '21\u00a0раз'],
])('a name that is there %i times is reported as «%s»', (times, text) => {
  expect(advice.repeated(times, null)).toMatch(new RegExp(`^Имя стоит ${text}, а должно один раз:`))
})
