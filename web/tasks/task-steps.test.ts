import { expect, test } from 'vitest'
import { type Attempt, type Review, type Task, taskStatuses } from '#contract/tasks/tasks.schema.ts'
import { roleOf } from '#contract/users/users.schema.ts'
import { nextAttempt, openRemarks, stepsOf } from '#web/tasks/task-steps.ts'
import { verdictOf, verdictProblem } from '#web/tasks/use-verdict.ts'
import { emptyVerdict, type VerdictDraft } from '#web/tasks/verdict-draft.ts'

const vera = { id: 2, name: 'Вера', surname: 'Лосева', role: roleOf('teacher'), avatar: null }

const review = (verdict: Review['verdict'], remarks: Review['remarks'] = []): Review => ({
  verdict,
  remarks,
  comment: '',
  score: null,
  user: vera,
  created_at: '2026-11-16T06:00:00.000Z',
})

const attempt = (number: number, changes: Partial<Attempt> = {}): Attempt => ({
  number,
  content: '<p>Работа</p>',
  files: [],
  submitted_at: '2026-11-15T02:00:00.000Z',
  withdrawn_at: null,
  review: null,
  ...changes,
})

const task = (status: keyof typeof taskStatuses, attempts: Attempt[], changes: Partial<Task> = {}): Task => ({
  id: 1,
  status: taskStatuses[status],
  students: [],
  lesson: { id: 1, name: 'Сетка' },
  course: { id: 1, name: 'Вёрстка' },
  score: null,
  due_at: null,
  draft: null,
  attempts,
  thread: [],
  likes: { count: 0, mine: false },
  lease: null,
  review_revision: 0,
  ...changes,
})

const titles = (of: Task) => stepsOf(of, new Date('2026-11-18T02:00:00.000Z')).map(({ title }) => title)

test('a returned work: sent, reviewed, what to fix, the next attempt', () => {
  const remarks = [
    { text: 'Поля', done: false },
    { text: 'Подпись', done: false },
    { text: 'Заголовок', done: true },
  ]
  const returned = task('returned', [attempt(1, { review: review('returned', remarks) })])
  expect(titles(returned)).toEqual([
    'Попытка 1 отправлена',
    'Проверено: Вера Лосева',
    'Исправьте 2\u00a0пункта',
    'Попытка 2',
  ])
  expect(stepsOf(returned)[1]?.note).toBe('ждали 1\u00a0день 4\u00a0часа')
  expect(openRemarks(returned)).toHaveLength(2)
})

test('a withdrawn attempt keeps its number', () => {
  const draft = task('draft', [attempt(1, { withdrawn_at: '2026-11-15T03:00:00.000Z' })])
  expect(titles(draft)).toEqual(['Попытка 1 отозвана', 'Черновик', 'Попытка 2'])
  expect(nextAttempt(draft)).toBe(2)
})

test('a work on review says who has it, or how long it has waited', () => {
  const waiting = task('submitted', [attempt(1)])
  expect(stepsOf(waiting, new Date('2026-11-18T02:00:00.000Z')).at(-1)).toMatchObject({
    title: 'Ждёт проверки',
    note: '3\u00a0дня',
  })
  const lease = { user: vera, expires_at: '2026-11-18T02:10:00.000Z' }
  expect(titles(task('submitted', [attempt(1)], { lease })).at(-1)).toBe('Проверяет Вера Лосева')
})

test('an accepted work ends with its score', () => {
  const accepted = task('accepted', [attempt(1, { review: review('accepted') })], { score: 9 })
  expect(stepsOf(accepted).at(-1)).toMatchObject({ title: 'Принято', note: '9\u00a0баллов' })
})

const seen = { attempt: 2, review_revision: 1 }
const again = task('submitted', [
  attempt(1, { review: review('returned', [{ text: 'Поля', done: false }]) }),
  attempt(2),
])
const draft = (changes: Partial<VerdictDraft> = {}): VerdictDraft => ({
  ...emptyVerdict(again, again.attempts[1] as Attempt),
  ...changes,
})

test('a verdict begins with what the last one left to fix', () => {
  expect(draft().remarks).toEqual([{ text: 'Поля', done: false, before: true }])
  expect(verdictOf(draft(), 'returned', seen).remarks).toEqual([{ text: 'Поля', done: false }])
  // what was not ticked off does not hang on an accepted work
  expect(verdictOf(draft(), 'accepted', seen).remarks).toEqual([])
})

test('a remark still in its field is sent, a score only with an accepted work', () => {
  const typed = draft({ remark: ' Дата мелкая ', score: 7.5, remarks: [] })
  expect(verdictOf(typed, 'returned', seen)).toMatchObject({
    remarks: [{ text: 'Дата мелкая', done: false }],
    score: null,
  })
  expect(verdictOf(typed, 'accepted', seen)).toMatchObject({ score: 7.5, attempt: 2, review_revision: 1 })
})

test('returning needs words', () => {
  const silent = draft({ remarks: [] })
  expect(verdictProblem(verdictOf(silent, 'returned', seen))).not.toBeNull()
  expect(verdictProblem(verdictOf(silent, 'accepted', seen))).toBeNull()
  expect(verdictProblem(verdictOf({ ...silent, comment: 'Поля' }, 'returned', seen))).toBeNull()
})
