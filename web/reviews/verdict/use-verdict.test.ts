import { expect, test } from 'vitest'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import { verdictOf, verdictProblem } from '#web/reviews/verdict/use-verdict.ts'
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
