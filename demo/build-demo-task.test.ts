import { afterEach, expect, test, vi } from 'vitest'
import { endOfDay, onDay } from './build-demo-task.ts'

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['2026-11-29T20:30:00Z', '2026-11-29'],
  // half past midnight in Moscow
  ['2026-11-29T21:30:00Z', '2026-11-30'],
])('at %s today is %s', (now, today) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  expect(endOfDay(0)).toBe(`${today}T20:59:00.000Z`)
  expect(onDay(0, 1)).toBe(new Date(`${today}T01:00:00+03:00`).toISOString())
})
