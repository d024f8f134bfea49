import { expect, test } from 'vitest'
import { deadlineStanding, shortDay } from '#web/organisation/editing/deadline-text.ts'

// the end of 26.11 in Moscow
const deadline = '2026-11-26T21:00:00.000Z'
const standing = (now: string) => deadlineStanding(deadline, Date.parse(now))

test('a deadline is named by its last day, and its colour by how close that is', () => {
  expect(standing('2026-11-12T09:00:00Z')).toEqual({ tone: 'calm', text: 'опубликуйте до 26.11' })
  expect(standing('2026-11-25T09:00:00Z')).toEqual({ tone: 'soon', text: 'опубликуйте до 26.11' })
  expect(standing('2026-11-26T22:00:00Z')).toEqual({ tone: 'over', text: 'просрочено на 1\u00a0день: срок был 26.11' })
  expect(standing('2026-12-01T20:00:00Z').text).toBe('просрочено на 5\u00a0дней: срок был 26.11')
})

test('days are those of Moscow', () => {
  expect(shortDay('2026-11-11T22:30:00Z')).toBe('12.11')
})
