import { expect, it } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { byDeadline, isOverdue, overdueText } from '#web/tasks/overdue.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs).toISOString()

it('says by how much in whole days, then hours', () => {
  expect(overdueText(ago(72), now)).toBe('Просрочено на 3\u00a0дня')
  expect(overdueText(ago(25), now)).toBe('Просрочено на 1\u00a0день')
  expect(overdueText(ago(5.5), now)).toBe('Просрочено на 5\u00a0часов')
  expect(overdueText(ago(0.5), now)).toBe('Просрочено меньше чем на час')
})

it('counts what is past its due date and still taken', () => {
  expect(isOverdue({ due_at: ago(1), closes_at: null }, now)).toBe(true)
  expect(isOverdue({ due_at: ago(1), closes_at: ago(-1) }, now)).toBe(true)
  expect(isOverdue({ due_at: ago(2), closes_at: ago(1) }, now)).toBe(false)
  expect(isOverdue({ due_at: ago(-1), closes_at: null }, now)).toBe(false)
  expect(isOverdue({ due_at: null, closes_at: null }, now)).toBe(false)
})

it('puts the nearest deadline first and what has none last', () => {
  const [none, late, soon] = [
    { due_at: null, closes_at: null },
    { due_at: ago(3), closes_at: null },
    { due_at: null, closes_at: ago(-3) },
  ]
  expect([none, soon, late].sort(byDeadline)).toEqual([late, soon, none])
})
