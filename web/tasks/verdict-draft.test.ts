import { expect, test } from 'vitest'
import { type Attempt, type Review, type Task, taskStatuses } from '#contract/tasks/tasks.schema.ts'
import { roleOf } from '#contract/users/users.schema.ts'
import {
  emptyVerdict,
  isTouched,
  joinVerdicts,
  type KeptVerdict,
  keptVerdict,
  type VerdictDraft,
  verdictSource,
  verdictsFor,
} from '#web/tasks/verdict-draft.ts'

const vera = { id: 2, name: 'Вера', surname: 'Лосева', role: roleOf('teacher'), avatar: null }
const returned: Review = {
  verdict: 'returned',
  comment: '',
  score: null,
  remarks: [
    { text: 'Поля', done: false },
    { text: 'Шрифт', done: true },
  ],
  user: vera,
  created_at: '2026-11-10T10:00:00.000Z',
}
const attempt = (number: number, review: Review | null = null): Attempt => ({
  number,
  content: '<p>а</p>',
  files: [],
  submitted_at: '2026-11-10T09:00:00.000Z',
  withdrawn_at: null,
  review,
})
const task: Task = {
  id: 1,
  status: taskStatuses.submitted,
  students: [],
  lesson: { id: 1, name: 'Урок' },
  course: { id: 1, name: 'Курс' },
  score: null,
  due_at: null,
  draft: null,
  attempts: [attempt(1, returned), attempt(2)],
  thread: [],
  likes: { count: 0, mine: false },
  lease: null,
  review_revision: 1,
}
const second = task.attempts[1] as Attempt
const words = (comment: string): VerdictDraft => ({ comment, remark: '', score: '', remarks: [] })

test('a verdict begins with what the last one left to fix, and that alone is nothing of one’s own', () => {
  const { own, earlier } = verdictsFor(task, second, null)
  expect(own).toEqual(emptyVerdict(task, second))
  expect(own.remarks).toEqual([{ text: 'Поля', done: false, before: true }])
  expect(earlier).toBeNull()
  expect(isTouched(own)).toBe(false)
  expect(keptVerdict(task, second, own, null)).toBeNull()
})

test('what was written for another attempt is beside the verdict, never in it', () => {
  const kept: KeptVerdict = { attempt: 1, verdict: words('К первой'), earlier: null }
  const { own, earlier } = verdictsFor(task, second, kept)
  expect(own).toEqual(emptyVerdict(task, second))
  expect(earlier).toEqual({ attempt: 1, verdict: words('К первой') })
  const typed = keptVerdict(task, second, { ...own, comment: 'Ко второй' }, earlier)
  expect(typed).toMatchObject({ attempt: 2, verdict: { comment: 'Ко второй' }, earlier: { attempt: 1 } })
  expect(verdictsFor(task, second, typed).earlier?.verdict.comment).toBe('К первой')
})

test('ticks for another attempt are of no use; what had been put aside before stays', () => {
  const aside = { attempt: 1, verdict: words('Ещё раньше') }
  const kept: KeptVerdict = { attempt: 3, verdict: emptyVerdict(task, second), earlier: aside }
  expect(verdictsFor(task, second, kept).earlier).toEqual(aside)
})

test('taking it over joins the words, and keeps one’s own points', () => {
  const own = { ...words('Хорошо'), score: 7, remarks: [{ text: 'Поля', done: true, before: true }] }
  const earlier = {
    ...words('Раньше'),
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
  })
})

test('only what makes sense is read from the device', () => {
  const { read } = verdictSource(task, 5)
  const good = { attempt: 2, verdict: words('а'), earlier: null }
  expect(read(good)).toEqual(good)
  expect(read(null)).toBeNull()
  expect(read({ ...good, earlier: 'хлам' })).toEqual(good)
  for (const bad of ['а', 7, {}, { attempt: '2', verdict: words('а') }, { attempt: 2, verdict: { comment: 1 } }])
    expect(read(bad)).toBeUndefined()
})
