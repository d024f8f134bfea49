import { expect, test } from 'vitest'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { textsIn } from '#web/journal/change-texts.ts'
import { refusedText } from '#web/journal/refused-part.ts'

const columnOf = (id: number) => ({ id, max_score: 10, lesson: { name: `Урок ${id}` } })
const journal = {
  rows: [{ student: { id: 1, name: 'Анна', surname: 'Белова' } }],
  assignments: Array.from({ length: 12 }, (_, index) => columnOf(index + 1)),
  periods: [{ id: 8, name: '1 четверть' }],
  grading: { scale: 'points', borders: defaultBorders },
} as unknown as Journal
const texts = textsIn(journal)
const refusedAt = (assignment_id: number) => ({
  change: { assignment_id, student_id: 1, score: 7 },
  reason: 'Не больше 5.',
})

test('marks of one student that are refused are named with their columns', () => {
  const text = 'Анна Белова, «Урок 1»: 7; Анна Белова, «Урок 2»: 7 (Не больше 5)'
  expect(refusedText([refusedAt(1), refusedAt(2)], texts)).toBe(text)
})

test('up to ten are named of each reason', () => {
  const refused = journal.assignments.map(({ id }) => refusedAt(id))
  const text = refusedText(refused, texts)
  expect(text).toContain('«Урок 10»: 7 и ещё 2 (Не больше 5)')
  expect(text).not.toContain('Урок 11')
})

test('a total of a student who is gone does not read as those of two', () => {
  const total = { periodId: 8, student: { id: 3 }, from: null, to: null }
  expect(texts.ofTotal(total)).toBe('студент (уже не в журнале), 1 четверть: нет')
})
