import { expect, test } from 'vitest'
import { defaultBorders } from '#contract/journal/scales.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { verdictProblem } from '#contract/reviews/reviews.policy.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { notesAlone, scoreProblem, verdictOf } from '#web/reviews/verdict/use-verdict.ts'
import { emptyVerdict, type VerdictDraft } from '#web/reviews/verdict/verdict-draft.ts'
import { anAttempt, aRemark, aReview, aTask } from '#web/tasks/task.fixture.ts'

const seen = { attempt: 2, review_revision: 1 }
const remark = aRemark('Поля')
const again = aTask('submitted', [anAttempt(1, { review: aReview({ remarks: [remark] }) }), anAttempt(2)])
const draft = (changes: Partial<VerdictDraft> = {}): VerdictDraft => ({
  ...emptyVerdict(again, again.attempts[1] as Attempt),
  ...changes,
})

test('a verdict begins with what the last one left to fix', () => {
  expect(draft().remarks).toEqual([{ id: remark.id, text: 'Поля', done: false, anchor: null, before: true }])
  expect(verdictOf(draft(), 'returned', seen, []).remarks).toEqual([
    { id: remark.id, text: 'Поля', done: false, anchor: null },
  ])
  // what was not ticked off is no part of an acceptance
  expect(verdictOf(draft(), 'accepted', seen, []).remarks).toEqual([])
})

test('a remark still in its field is not sent by itself, a score only with an acceptance', () => {
  const typed = draft({ remark: ' Дата мелкая ', score: 7.5, remarks: [] })
  expect(verdictOf(typed, 'returned', seen, [])).toMatchObject({ remarks: [], score: null })
  expect(verdictOf(typed, 'accepted', seen, [])).toMatchObject({ score: 7.5, attempt: 2, review_revision: 1 })
})

test('returning needs text', () => {
  const silent = draft({ remarks: [] })
  expect(verdictProblem(verdictOf(silent, 'returned', seen, []))).not.toBeNull()
  expect(verdictProblem(verdictOf(silent, 'accepted', seen, []))).toBeNull()
  expect(verdictProblem(verdictOf({ ...silent, comment: 'Поля' }, 'returned', seen, []))).toBeNull()
})

const criteria = [
  { id: 1, name: 'Сетка', points: 4 },
  { id: 2, name: 'Поля', points: 6 },
  { id: 3, name: 'Подпись' },
]

test('a note is part of a verdict only with its level', () => {
  const noted = draft({
    criteria: [
      { criterion_id: 1, level: 'met', note: 'Держится' },
      { criterion_id: 2, level: null, note: 'Узкие' },
      { criterion_id: 3, level: null, note: ' ' },
      { criterion_id: 9, level: null, note: 'К критерию, которого больше нет' },
    ],
  })
  expect(notesAlone(noted, criteria)).toEqual([2])
})

test('a verdict says by which points it was judged', () => {
  const judged = draft({
    criteria: [1, 3].map((criterion_id) => ({ criterion_id, level: 'met' as const, note: '' })),
  })
  expect(verdictOf(judged, 'accepted', seen, criteria).criteria).toEqual([
    { criterion_id: 1, level: 'met', note: '', points: 4 },
    { criterion_id: 3, level: 'met', note: '', points: null },
  ])
})

test('a score out of its range is refused as it was typed', () => {
  const task = { ...again, assignment: { ...again.assignment, criteria } }
  expect(['', 10, 0, '7.0', '7.', 9.5].map((score) => scoreProblem(score, task))).toEqual(Array(6).fill(null))
  expect([15, -3, '-'].map((score) => scoreProblem(score, task))).toEqual(Array(3).fill('От 0 до 10'))
  expect(scoreProblem(1001, again)).toBe(`От 0 до ${scoreText(1000)}`)
  const percent: Task = { ...task, grading: { scale: 'percent', borders: defaultBorders } }
  expect([scoreProblem(4, percent), scoreProblem('150', percent)]).toEqual([null, 'От 0 до 100 %'])
  // what ends in a zero or a comma is a number, too
  expect(verdictOf(draft({ score: '7.0' }), 'accepted', seen, []).score).toBe(7)
})
