// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { textsIn } from '#web/journal/change-texts.ts'
import { giveLocks, question, showEdits } from '#web/journal/edits.fixture.ts'
import { offerLeft } from '#web/journal/kept-changes.ts'
import { keepEntry, listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'
import type { EntryId } from '#web/outbox/outbox-schema.ts'

const anna = { student: { id: 1, name: 'Анна', surname: 'Белова', avatar: null } }
const journalOf = (rows: object[]) =>
  ({ rows, assignments: [], periods: [], grading: { scale: 'points', borders: defaultBorders } }) as unknown as Journal
const left: EntryId = ['mark', 5, '1', 'gone']
const scoreOf = (student_id: number) => ({
  ...{ kind: 'cells', bases: [[null]], follows: false },
  sent: { userId: 5, cells: [{ assignment_id: 2, student_id, score: 7, expected: null }] },
})

const send = vi.fn()
const offer = async (studentIds: number[], journal: Journal) => {
  await keepEntry(left, studentIds.map(scoreOf))
  void offerLeft(5, 1, () => ({ texts: textsIn(journal), send }))
  await act(() => expect.poll(() => question).toBeDefined())
}
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
afterEach(() => removeEntry(left))

test('what was left of students who are gone, too, is offered with a sentence, and waits for them', async () => {
  await offer([1, 3, 3], journalOf([]))
  expect(question).toMatchObject({
    text: 'До сервера могло не дойти: 3\u00a0изменения у студентов, которых в журнале уже нет. Сохранить это получится, когда их вернут на курс.',
    accept: 'Оставить на потом',
  })
  await answer(true)
  expect(send).not.toHaveBeenCalled()
  expect(await kept()).toHaveLength(1)
  await offer([3], journalOf([anna]))
  expect(question?.text).toContain(
    '1\u00a0изменение у студента, которого в журнале уже нет. Сохранить это получится, когда его вернут на курс.',
  )
  await answer(false)
  await expect.poll(kept).toEqual([])
})

test('it is counted beside what the journal still has, which can be saved', async () => {
  await offer([1, 3], journalOf([anna]))
  expect(question).toMatchObject({
    text: 'До сервера могло не дойти: Анна Белова: 7; 1\u00a0изменение у студента, которого в журнале уже нет.',
    accept: 'Сохранить сейчас',
  })
  await answer(true)
  await expect.poll(() => send.mock.calls).toHaveLength(2)
})
