// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { textsIn } from '#web/journal/change-texts.ts'
import { giveLocks, question, showEdits } from '#web/journal/edits.fixture.ts'
import { offerLeft } from '#web/journal/kept-changes.ts'
import { basesOf } from '#web/journal/pending-changes.ts'
import { keepEntry, listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'
import type { EntryId } from '#web/outbox/outbox-schema.ts'

const anna = { student: { id: 1, name: 'Анна', surname: 'Белова', avatar: null } }
const column = { id: 2, max_score: 10, lesson: { name: 'Ответ' } }
const journalOf = (rows: object[], assignments: object[] = [column]) =>
  ({ rows, assignments, periods: [], grading: { scale: 'points', borders: defaultBorders } }) as unknown as Journal
const left: EntryId = ['mark', 5, '1', 'gone']
const cellOf = (student_id: number) => ({ assignment_id: 2, student_id, score: 7, expected: null })
const scoreOf = (student_id: number) => ({
  kind: 'cells',
  bases: [[null]],
  follows: false,
  sent: { userId: 5, cells: [cellOf(student_id)] },
})
/** A block, of which the server has refused a cell before. */
const block = {
  kind: 'cells',
  bases: [[1], [null], [3]],
  follows: false,
  sent: {
    userId: 5,
    refused: 'Анна Белова, «Диктант»: 8 (Не больше 5)',
    cells: [cellOf(1), cellOf(3), { ...cellOf(1), assignment_id: 4 }],
  },
}
const weight = { kind: 'weight', bases: [[1]], sent: { userId: 5, assignmentId: 4, from: 1, to: 2, lesson: 'Диктант' } }
const total = {
  kind: 'totals',
  bases: [[null]],
  follows: false,
  sent: { userId: 5, courseId: 1, totals: [{ periodId: 8, student: { id: 1 }, from: null, to: 80 }] },
}

const send = vi.fn()
const offerKept = async (kept: object[], journal: Journal) => {
  await keepEntry(left, kept)
  void offerLeft(5, 1, () => ({ texts: textsIn(journal), send }))
  await act(() => expect.poll(() => question).toBeDefined())
}
const offer = (studentIds: number[], journal: Journal) => offerKept(studentIds.map(scoreOf), journal)
const answer = (accepted: boolean) => act(async () => question?.answer(accepted))
const kept = () => listEntries('mark')

showEdits(
  () => {},
  () => Promise.reject(new TypeError('no network')),
)
beforeEach(() => {
  giveLocks()
  send.mockClear()
})
afterEach(async () => {
  for (const { id } of await kept()) await removeEntry(id)
})

test('what was left of students who are gone, too, is offered with a sentence, and waits for them', async () => {
  await offer([1, 3, 3], journalOf([]))
  expect(question).toMatchObject({
    text: 'До сервера могло не дойти: 3\u00a0изменения у студентов, которых в журнале уже нет. Сохранить это получится, когда студентов вернут на курс.',
    accept: 'Оставить на потом',
    reject: 'Удалить',
  })
  await answer(true)
  expect(send).not.toHaveBeenCalled()
  expect(await kept()).toHaveLength(1)
  // the same page does not ask again
  await act(() => offerLeft(5, 1, () => ({ texts: textsIn(journalOf([])), send })))
  expect(question).toBeUndefined()
  await offer([3], journalOf([anna]))
  expect(question?.text).toContain(
    '1\u00a0изменение у студента, которого в журнале уже нет. Сохранить это получится, когда студента вернут на курс.',
  )
  await answer(false)
  await expect.poll(kept).toEqual([])
})

test('it is counted beside what the journal still has, and stays on the device where that is saved', async () => {
  await offer([1, 3], journalOf([anna]))
  expect(question).toMatchObject({
    text: 'До сервера могло не дойти: Анна Белова, «Ответ»: 7. Также могло не дойти 1\u00a0изменение у студента, которого в журнале уже нет: сейчас это не сохранится и останется на устройстве.',
    accept: 'Сохранить сейчас',
  })
  await answer(true)
  await expect.poll(() => send.mock.calls).toEqual([[{ kind: 'cells', sent: scoreOf(1).sent }]])
  await expect.poll(async () => (await kept()).map(({ value }) => value)).toEqual([[scoreOf(3)]])
  // the same page offers it when the student is back
  send.mockClear()
  await removeEntry(left)
  void offerLeft(5, 1, () => ({ texts: textsIn(journalOf([{ student: { ...anna.student, id: 3 } }])), send }))
  await act(() => expect.poll(() => question?.text).toBe('До сервера могло не дойти: Анна Белова, «Ответ»: 7.'))
  await answer(true)
  await expect.poll(() => send.mock.calls).toEqual([[{ kind: 'cells', sent: scoreOf(3).sent }]])
  await expect.poll(kept).toEqual([])
})

test('a block is saved but for what the journal no longer has, each part with what it may replace', async () => {
  await offerKept([block], journalOf([anna]))
  await answer(true)
  const { refused, ...sent } = block.sent
  await expect
    .poll(() => send.mock.calls)
    .toEqual([[{ kind: 'cells', sent: { ...sent, refused, cells: [sent.cells[0]] } }]])
  expect(basesOf(send.mock.calls[0]?.[0].sent.cells[0])).toEqual([1])
  // what was refused is shown once
  await expect
    .poll(async () => (await kept()).map(({ value }) => value))
    .toEqual([[{ ...block, bases: [[null], [3]], sent: { ...sent, cells: sent.cells.slice(1) } }]])
})

const boris = { student: { id: 3, name: 'Борис', surname: 'Ветров', avatar: null } }
const dictation = { id: 4, max_score: 10, lesson: { name: 'Диктант' } }
const everything = { ...journalOf([anna, boris], [column, dictation]), periods: [{ id: 8, name: '1 четверть' }] }
const following = {
  ...total,
  follows: true,
  sent: { ...total.sent, totals: [{ ...total.sent.totals[0], student: { id: 3 } }] },
}
const sentAll = [weight, { kind: 'totals', sent: { ...following.sent, over: [weight.sent] } }].map(({ kind, sent }) => [
  { kind, sent },
])

test('a total waits for what it follows from where both were gone for a while', async () => {
  await offerKept([weight, following], journalOf([anna]))
  await answer(true)
  expect(send).not.toHaveBeenCalled()
  await offerKept([weight, following], everything as unknown as Journal)
  await answer(true)
  await expect.poll(() => send.mock.calls).toEqual(sentAll)
})

test('so it does where the total alone was left on the device, and what it follows from was kept again after it', async () => {
  await keepEntry(['mark', 5, '1', 'earlier'], [following])
  await offerKept([weight], everything as unknown as Journal)
  await answer(true)
  await expect.poll(() => send.mock.calls).toEqual(sentAll)
})

test('what was refused before the page ended is named, whatever the answer is', async () => {
  const refused = 'Сервер уже отказался сохранить: Анна Белова, «Диктант»: 8 (Не больше 5).'
  await offerKept([block], journalOf([anna]))
  expect(question?.text).toContain(refused)
  await answer(false)
  await expect.poll(kept).toEqual([])
  await offerKept([block], journalOf([]))
  expect(question?.text).toContain(refused)
})

test('what is of a deleted column or period is not sent either', async () => {
  await offerKept([scoreOf(1), weight, total], journalOf([anna], []))
  expect(question).toMatchObject({
    text: 'До сервера могло не дойти: 3\u00a0изменения в столбцах, которых в журнале уже нет. Сохранить это получится, когда столбцы вернут в журнал.',
    accept: 'Оставить на потом',
  })
  await answer(true)
  expect(send).not.toHaveBeenCalled()
  await offerKept([scoreOf(3), weight], journalOf([anna], []))
  expect(question?.text).toBe(
    'До сервера могло не дойти: 1\u00a0изменение у студента, которого в журнале уже нет, и 1\u00a0изменение в столбце, которого в журнале уже нет. Сохранить это получится, когда студента вернут на курс, а столбец вернут в журнал.',
  )
})
