// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { queryClient } from '#web/data/query-client.ts'
import { changesSettled } from '#web/journal/changes-settled.fixture.ts'
import { press, respond, showEdits, shown } from '#web/journal/edits.fixture.ts'
import { inJournal, sends } from '#web/journal/pending-changes.ts'
import { takeBackLast } from '#web/journal/take-back.ts'
import { useMarks } from '#web/journal/use-marks.ts'

const cellOf = (assignment_id: number): JournalCell => ({
  assignment_id,
  task_id: assignment_id,
  status: null,
  score: null,
  attempt: null,
  submitted_at: null,
  due_at: null,
  overdue: false,
  changes: 0,
  absent: false,
  comment: '',
})
const student = { id: 1, name: 'Анна', surname: 'Белова', avatar: null }
const assignments = [2, 3].map(
  (id) => ({ id, weight: 1, max_score: 10, held_on: null, lesson: { id, name: `Урок ${id}` } }) as JournalAssignment,
)
const journal = {
  course: { id: 1, name: '' },
  assignments,
  quizzes: [],
  periods: [{ id: 4, name: '1 четверть' }],
  rows: [{ student, left_at: null, cells: [cellOf(2), cellOf(3)], quizzes: [], average: null, totals: [] }],
  grading: { scale: 'points', borders: defaultBorders },
} as unknown as Journal

let marks: ReturnType<typeof useMarks>
/** What the server has: scores of tasks, a total and a weight. */
let scores: Record<number, number | null> = {}
let total: number | null = null
let weight = 1
/** The next changes are refused. */
let refusals = 0
let isAway = false

const serve = async (path: string, { method, body }: RequestInit) => {
  if (isAway || method !== 'PUT') throw new TypeError('no network')
  if (refusals > 0) {
    refusals -= 1
    return respond(422, { type: 'urn:praktika:problem:invalid', title: '', detail: 'нельзя' })
  }
  const sent = JSON.parse(String(body))
  const conflict = (now: object) =>
    respond(409, { type: 'urn:praktika:problem:conflict', title: '', detail: 'уже другая', ...now })
  if (path.endsWith('/totals')) {
    total = sent.totals[0].score
    return respond(200, { totals: [{ student_id: 1, period_id: 4, score: total, proposed: null }] })
  }
  if (path.endsWith('/weights')) {
    weight = sent.weights[0].weight
    return respond(200, { journal })
  }
  if (path.endsWith('/cells')) {
    for (const { assignment_id, score } of sent.cells) scores[assignment_id] = score
    return respond(200, { cells: sent.cells.map((cell: object) => ({ ...cellOf(2), ...cell })) })
  }
  const id = Number(path.match(/tasks\/(\d+)/)?.[1])
  if (sent.expected !== (scores[id] ?? null)) return conflict({ score: scores[id] ?? null })
  scores[id] = sent.score
  return respond(200, { cell: { ...cellOf(id), score: sent.score } })
}

beforeEach(() => {
  scores = {}
  total = null
  weight = 1
  refusals = 0
  isAway = false
})
showEdits(() => {
  marks = useMarks(journal)
}, serve)

const type = (id: number, score: number, before: number | null = null) => {
  const assignment = assignments.find((assignment) => assignment.id === id) as JournalAssignment
  marks.typeScore(student, assignment, { ...cellOf(id), score: before }, score, before)
}
/** Does this, and waits until the server has responded. */
const after = async (done: () => void) => {
  await act(done)
  await act(changesSettled)
}
const takeBack = () => after(() => marks.takeBackLast())

test('changes are taken back one by one, the last one first', async () => {
  await after(() => type(2, 5))
  await after(() => type(3, 6))
  await after(() => type(2, 7, 5))
  await takeBack()
  expect(scores).toEqual({ 2: 5, 3: 6 })
  await takeBack()
  expect(scores).toEqual({ 2: 5, 3: null })
  await takeBack()
  expect(scores).toEqual({ 2: null, 3: null })
  const last = shown
  expect(last).toHaveLength(1)
  await takeBack()
  expect(scores).toEqual({ 2: null, 3: null })
  expect(shown).toEqual(last)
})

test('a block is taken back as a whole', async () => {
  const block = (score: number) => [2, 3].map((id) => ({ student, cell: cellOf(id), change: { score } }))
  await after(() => marks.changeCells(block(4)))
  await takeBack()
  expect(scores).toEqual({ 2: null, 3: null })
})

test('a total and a weight are taken back, and what takes them back is not', async () => {
  await after(() => marks.setTotals([{ periodId: 4, student, from: null, to: 5 }]))
  await after(() => marks.setWeight(assignments[0] as JournalAssignment, 2))
  expect([total, weight]).toEqual([5, 2])
  await takeBack()
  expect([total, weight]).toEqual([5, 1])
  await takeBack()
  expect([total, weight]).toEqual([null, 1])
  await takeBack()
  expect([total, weight]).toEqual([null, 1])
})

test('what is on its way is taken back once it is saved, however often that is asked for', async () => {
  await after(() => {
    type(2, 5)
    type(3, 6)
    marks.takeBackLast()
    marks.takeBackLast()
  })
  await expect.poll(() => scores).toEqual({ 2: 5, 3: null })
  await act(changesSettled)
  await takeBack()
  expect(scores).toEqual({ 2: null, 3: null })
})

test('nothing else is taken back while a change is', async () => {
  await after(() => type(2, 5))
  await after(() => type(3, 6))
  await after(() => {
    marks.takeBackLast()
    marks.takeBackLast()
  })
  expect(scores).toEqual({ 2: 5, 3: null })
})

test('nothing is taken back while a change is not saved', async () => {
  await after(() => type(2, 5))
  isAway = true
  await after(() => type(3, 6))
  isAway = false
  await takeBack()
  expect(scores).toEqual({ 2: 5 })
  await press('Повторить')
  await takeBack()
  expect(scores).toEqual({ 2: 5, 3: null })
})

test('nothing is taken back in place of a change that was refused', async () => {
  await after(() => type(2, 5))
  refusals = 1
  await after(() => {
    type(3, 6)
    marks.takeBackLast()
  })
  expect(scores).toEqual({ 2: 5 })
})

test('a change that its message has taken back is not taken back again', async () => {
  await after(() => type(2, 5))
  await after(() => type(3, 6))
  await press('Отменить')
  await takeBack()
  expect(scores).toEqual({ 2: null, 3: null })
})

test('the message of what is taken back by the keys does not offer it any more', async () => {
  await after(() => type(2, 5))
  expect(shown.some(({ action }) => action)).toBe(true)
  await takeBack()
  expect(shown.some(({ action }) => action)).toBe(false)
})

test('a mark that a colleague has changed since stays as they have set it', async () => {
  await after(() => type(2, 5))
  await after(() => type(3, 6))
  scores[3] = 9
  await takeBack()
  expect(scores).toEqual({ 2: 5, 3: 9 })
  expect(shown.map(({ detail }) => detail)).toContain('уже другая')
  await takeBack()
  expect(scores).toEqual({ 2: null, 3: 9 })
})

test('another course keeps its changes', async () => {
  await after(() => type(2, 5))
  await after(() => void takeBackLast(queryClient, 99))
  expect(scores).toEqual({ 2: 5 })
})

test('a change of another course does not keep one from being taken back', async () => {
  await after(() => type(2, 5))
  const other = { scope: inJournal, meta: sends('score', 99), mutationFn: () => Promise.reject(new Error()) }
  await after(() => {
    const change = queryClient.getMutationCache().build<unknown, Error, object, unknown>(queryClient, other)
    void change.execute({ userId: 5 }).catch(() => {})
    marks.takeBackLast()
  })
  expect(scores).toEqual({ 2: null })
})
