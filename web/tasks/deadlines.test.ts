import { describe, expect, test } from 'vitest'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { closingText, dueText, isClosed, isLate, placeToAsk } from '#web/tasks/deadlines.ts'
import { anAttempt, aTask } from '#web/tasks/task.fixture.ts'

const now = new Date(2026, 10, 21, 12, 0)
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 0).toISOString()

describe('deadlines', () => {
  test('say how much is left only when it is near and there is something to hand in', () => {
    expect(dueText(at(29, 12), now, true)).toEqual({ text: 'До 29.11.2026 12:00', note: '' })
    expect(dueText(at(21, 15), now, true)).toMatchObject({ note: 'осталось 3\u00a0часа', state: 'soon' })
    const minute = new Date(now.getTime() + 61_000).toISOString()
    expect(dueText(minute, now, true).note).toBe('осталась 1\u00a0минута')
    const seconds = new Date(now.getTime() + 5000).toISOString()
    expect(dueText(seconds, now, true).note).toBe('осталось меньше минуты')
    expect(dueText(at(21, 15), now, false)).toEqual({ text: 'До 21.11.2026 15:00', note: '' })
    expect(dueText(at(20, 12), now, true)).toMatchObject({ note: 'срок прошёл', state: 'late' })
  })

  test('distinguish a closing in the future from one in the past', () => {
    expect(closingText(at(21, 13), now, true)).toEqual({
      text: 'Приём закроется 21.11.2026 13:00',
      note: 'остался 1\u00a0час',
      state: 'soon',
    })
    expect(closingText(at(21, 12), now, true)).toEqual({
      text: 'Приём закрыт 21.11.2026 12:00',
      note: '',
      state: 'late',
    })
    expect([isClosed(null, now), isClosed(at(21, 12), now), isClosed(at(21, 13), now)]).toEqual([false, true, false])
  })

  test('an attempt is late after the due date, and never without one', () => {
    expect(isLate({ due_at: at(20, 12) }, at(20, 13))).toBe(true)
    expect(isLate({ due_at: at(20, 12) }, at(20, 12))).toBe(false)
    expect(isLate({ due_at: null }, at(20, 13))).toBe(false)
  })
})

test('more time is asked for in one place', () => {
  const soon = at(22, 12)
  const far = at(29, 12)
  const draft = { content: '', files: [], link: null, revision: 0, saved_at: null }
  const begun = (changes: Partial<Task>) => placeToAsk(aTask('draft', [], { draft, ...changes }), now)
  const handedIn = (status: 'submitted' | 'returned' | 'accepted', changes: Partial<Task>) =>
    placeToAsk(aTask(status, [anAttempt(1)], { draft, ...changes }), now)
  expect(begun({ due_at: soon })).toBe('card')
  expect(begun({ closes_at: soon })).toBe('card')
  expect(begun({ due_at: far })).toBeNull()
  expect(begun({ due_at: far, extension_asked: far })).toBe('card')
  expect(handedIn('returned', { due_at: soon })).toBe('card')
  expect(handedIn('returned', { due_at: far })).toBe('thread')
  expect(handedIn('submitted', { due_at: soon })).toBe('thread')
  expect(handedIn('submitted', {})).toBeNull()
  expect(handedIn('accepted', { due_at: soon })).toBeNull()
  expect(handedIn('submitted', { due_at: soon, draft: null })).toBeNull()
})
