import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { keptMs, maxWeight } from '#server/events/event-limits.ts'
import type { StoredEvent } from '#server/events/events.repo.ts'
import { createRecentEvents, maxAtOnce } from '#server/events/recent-events.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const student = { id: 1, role: 'student' as const }
const curator = { id: 2, role: 'curator' as const }

const eventOf = (id: number, values: Partial<StoredEvent> = {}): StoredEvent => ({
  id,
  event: { type: 'notification' },
  user_ids: [student.id],
  to_curators: false,
  at: Date.now(),
  ...values,
})
/** Loaded, with everything of the last hour. */
const recentOf = (...events: StoredEvent[]) => {
  const recent = createRecentEvents()
  recent.fill(events, Date.now() - keptMs)
  return recent
}
const idsOf = (events: StoredEvent[] | null) => events?.map(({ id }) => id) ?? null

it('lists what somebody received since an event, and a minute before it, in the order of ids', () => {
  const now = Date.now()
  const recent = recentOf(
    eventOf(1, { at: now - 5 * minuteMs }),
    eventOf(4, { at: now - 2.5 * minuteMs }),
    eventOf(3, { at: now - 2 * minuteMs, user_ids: [7] }),
    eventOf(2, { at: now - minuteMs, user_ids: [student.id, student.id] }),
    eventOf(5, { user_ids: [], to_curators: true }),
  )
  expect(idsOf(recent.listAfter(student, 3))).toEqual([2, 4])
  expect(idsOf(recent.listLatest(student))).toEqual([])
  expect(idsOf(recent.listLatest(curator))).toEqual([5])
  expect(recent.latestId()).toBe(5)
})

it('has nothing to say of events that it does not have', () => {
  const recent = createRecentEvents()
  recent.add([eventOf(1)])
  expect(recent.listLatest(student)).toBeNull()
  recent.fill([eventOf(2)], Date.now() - 30 * minuteMs)
  expect(idsOf(recent.listAfter(student, 1))).toEqual([1, 2])
  expect(recent.listAfter(student, 3)).toBeNull()
  vi.setSystemTime(Date.now() + keptMs + 1)
  expect(recent.listAfter(student, 1)).toBeNull()
  recent.add([eventOf(3, { at: Date.now() })])
  expect(idsOf(recent.listAfter(student, 3))).toEqual([3])
  recent.fill([], Date.now() - minuteMs / 2)
  expect(recent.hasAllAfter(3)).toBe(false)
})

it('gives up where too much was missed', () => {
  const events = Array.from({ length: maxAtOnce + 1 }, (_, index) => eventOf(index + 1))
  expect(recentOf(...events).listAfter(student, 1)).toBeNull()
  expect(idsOf(recentOf(...events.slice(1)).listAfter(student, 2))).toHaveLength(maxAtOnce)
})

it('forgets the oldest when it has too many recipients', () => {
  const many = Array.from({ length: maxWeight / 10 }, (_, index) => index + 1)
  const began = Date.now() - 50 * minuteMs
  const recent = recentOf()
  for (let index = 0; index < 20; index += 1)
    recent.add([eventOf(index + 1, { at: began + index * 2 * minuteMs, user_ids: many })])
  expect(recent.hasAllAfter(1)).toBe(false)
  expect(recent.listAfter(student, 1)).toBeNull()
  expect(idsOf(recent.listAfter(student, 20))).toEqual([20])
})

it('begins again with what is loaded then, and what has arrived in the meantime', () => {
  const recent = recentOf(eventOf(1), eventOf(2))
  expect(recent.begin()).toEqual(new Set([1, 2]))
  recent.add([eventOf(4)])
  expect(recent.listLatest(student)).toBeNull()
  recent.fill([eventOf(2), eventOf(3)], Date.now() - keptMs)
  expect(idsOf(recent.listLatest(student))).toEqual([2, 3, 4])
})
