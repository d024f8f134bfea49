import { expect, test } from 'vitest'
import { maxRemarkLength } from '#contract/reviews/reviews.schema.ts'
import { isTouched } from '#contract/reviews/verdict-draft.ts'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import {
  emptyVerdict,
  joinVerdicts,
  type KeptVerdict,
  keptVerdict,
  textOf,
  unsentOf,
  type VerdictDraft,
  verdictSource,
  verdictsFor,
  withCriterion,
} from '#web/reviews/verdict/verdict-draft.ts'
import { anAttempt, aRemark, aReview, aTask } from '#web/tasks/task.fixture.ts'

const left = aRemark('Поля')
const returned = aReview({ remarks: [left, aRemark('Шрифт', { done: true })] })
const task = aTask('submitted', [anAttempt(1, { review: returned }), anAttempt(2)], { review_revision: 1 })
const second = task.attempts[1] as Attempt
const withComment = (comment: string): VerdictDraft => ({ comment, remark: '', score: '', remarks: [], criteria: [] })

test('a verdict begins with what the last one left to fix, and that alone is nothing typed', () => {
  const { own, earlier } = verdictsFor(task, second, null)
  expect(own).toEqual(emptyVerdict(task, second))
  expect(own.remarks).toEqual([{ id: left.id, text: 'Поля', done: false, anchor: null, before: true }])
  expect(earlier).toBeNull()
  expect(isTouched(own)).toBe(false)
  expect(keptVerdict(task, second, own, null)).toBeNull()
})

test('what was written for another attempt is beside the verdict, never in it', () => {
  const kept: KeptVerdict = { attempt: 1, verdict: withComment('К первой'), earlier: null }
  const { own, earlier } = verdictsFor(task, second, kept)
  expect(own).toEqual(emptyVerdict(task, second))
  expect(earlier).toEqual({ attempt: 1, verdict: withComment('К первой') })
  const typed = keptVerdict(task, second, { ...own, comment: 'Ко второй' }, earlier)
  expect(typed).toMatchObject({ attempt: 2, verdict: { comment: 'Ко второй' }, earlier: { attempt: 1 } })
  expect(verdictsFor(task, second, typed).earlier?.verdict.comment).toBe('К первой')
})

test('ticks for another attempt are of no use; what had been put aside before stays', () => {
  const aside = { attempt: 1, verdict: withComment('Ещё раньше') }
  const kept: KeptVerdict = { attempt: 3, verdict: emptyVerdict(task, second), earlier: aside }
  expect(verdictsFor(task, second, kept).earlier).toEqual(aside)
})

test('taking it over joins the comments, and keeps the points of the current one', () => {
  const own = { ...withComment('Хорошо'), score: 7, remarks: [{ text: 'Поля', done: true, before: true }] }
  const earlier = {
    ...withComment('Раньше'),
    score: 3,
    remarks: [
      { text: 'Сетка', done: false },
      { text: 'Поля', done: false, before: true },
    ],
  }
  expect(joinVerdicts(own, earlier)).toEqual({
    comment: 'Хорошо\nРаньше',
    remark: '',
    score: 7,
    remarks: [
      { text: 'Поля', done: true, before: true },
      { text: 'Сетка', done: false },
    ],
    criteria: [],
  })
})

test('all that was not sent is shown as one, whichever attempt it was for', () => {
  const earlier = { attempt: 1, verdict: withComment('К первой') }
  const both: KeptVerdict = { attempt: 2, verdict: withComment('Ко второй'), earlier }
  expect(textOf(unsentOf(both)?.verdict as VerdictDraft)).toBe('Ко второй\nК первой')
  expect(unsentOf({ ...both, verdict: emptyVerdict(task, second) })).toEqual(earlier)
  expect(unsentOf({ ...both, earlier: null })?.attempt).toBe(2)
  expect(unsentOf({ ...both, verdict: emptyVerdict(task, second), earlier: null })).toBeNull()
  expect(unsentOf(null)).toBeNull()
})

test('a remark of another attempt is taken over without its place there, which the text names where it fits', () => {
  const anchor = { kind: 'pdf' as const, file_id: 'f', page: 3 }
  const earlier = {
    ...withComment(''),
    remarks: [
      { text: 'Поля', done: false, anchor },
      { text: 'о'.repeat(maxRemarkLength), done: false, anchor },
    ],
  }
  expect(joinVerdicts(withComment(''), earlier).remarks).toEqual([
    { text: 'Поля (стр. 3)', done: false },
    { text: 'о'.repeat(maxRemarkLength), done: false },
  ])
})

test('only what makes sense is read from the device', () => {
  const { read } = verdictSource(task, 5)
  const good = { attempt: 2, verdict: withComment('а'), earlier: null }
  expect(read(good)).toEqual(good)
  expect(read(null)).toBeNull()
  expect(read({ ...good, earlier: 'хлам' })).toEqual(good)
  // from before criteria were judged
  const { criteria: _, ...older } = good.verdict
  expect(read({ ...good, verdict: older })).toEqual(good)
  for (const bad of [
    'а',
    7,
    {},
    { attempt: '2', verdict: withComment('а') },
    { attempt: 2, verdict: { comment: 1 } },
    { attempt: 2, verdict: { ...withComment('а'), criteria: [{ criterion_id: 1, level: 'так себе', note: '' }] } },
  ])
    expect(read(bad)).toBeUndefined()
})

test('a criterion is judged once, and a judgement that says nothing is none', () => {
  const met = withCriterion([], 7, { level: 'met' })
  expect(met).toEqual([{ criterion_id: 7, level: 'met', note: '' }])
  const noted = withCriterion(withCriterion(met, 3, { note: 'Мелко' }), 7, { level: 'not' })
  expect(noted).toEqual([
    { criterion_id: 3, level: null, note: 'Мелко' },
    { criterion_id: 7, level: 'not', note: '' },
  ])
  expect(withCriterion(met, 7, { level: null })).toEqual([])
})

test('judged criteria count as typed, and join what another attempt got', () => {
  const own = { ...withComment(''), criteria: [{ criterion_id: 1, level: 'met' as const, note: '' }] }
  const earlier = {
    ...withComment(''),
    criteria: [
      { criterion_id: 1, level: 'not' as const, note: '' },
      { criterion_id: 2, level: 'partly' as const, note: 'Почти' },
    ],
  }
  expect(isTouched(own)).toBe(true)
  expect(joinVerdicts(own, earlier).criteria.map(({ level }) => level)).toEqual(['met', 'partly'])
  const kept = keptVerdict(task, second, own, null)
  expect(kept?.verdict.criteria).toEqual(own.criteria)
})

test('a remark that came back with its parts in another order is the same remark', () => {
  const { equal } = verdictSource(task, 5)
  const anchor = { kind: 'video' as const, file_id: 'f', seconds: 4 }
  const mine = { ...withComment(''), remarks: [{ text: 'Тихо', done: false, anchor }] }
  const kept = { attempt: 2, verdict: mine, earlier: null }
  const stored = { seconds: 4, file_id: 'f', kind: 'video' as const }
  const back = { ...kept, verdict: { ...mine, remarks: [{ done: false, anchor: stored, text: 'Тихо' }] } }
  expect(equal(kept, back)).toBe(true)
  expect(equal(kept, { ...kept, verdict: { ...mine, remarks: [] } })).toBe(false)
})
