// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { holdTimer } from '#web/app/held-timer.fixture.ts'
import { textsIn } from '#web/journal/change-texts.ts'
import { changesSettled } from '#web/journal/changes-settled.fixture.ts'
import { press, question, respond, showEdits, shown } from '#web/journal/edits.fixture.ts'
import { offerLeft, startKeeping } from '#web/journal/kept-changes.ts'
import { useJournalEdits } from '#web/journal/use-journal-edits.ts'
import { keepEntry, listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'

const column = { id: 2, weight: 1, max_score: 10, lesson: { id: 3, name: 'Ответ' } }
const cell = { assignment_id: 2, task_id: null, score: null, absent: false, comment: '' }
const anna = { student: { id: 1, name: 'Анна', surname: 'Белова', avatar: null }, cells: [cell], totals: [] }
const journal = {
  course: { id: 1, name: '' },
  assignments: [column],
  quizzes: [],
  periods: [],
  rows: [anna],
  grading: { scale: 'points', borders: defaultBorders },
} as unknown as Journal

let edits: ReturnType<typeof useJournalEdits>
const lose = () => Promise.reject(new TypeError('no network'))
showEdits(() => {
  edits = useJournalEdits(journal)
}, lose)
beforeEach(() => {
  // as over plain http: other pages are asked, which takes 1.5 seconds
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: undefined } }))
  startKeeping()
})
const kept = () => listEntries<object[]>('mark')
afterEach(async () => {
  for (const { id } of await kept()) await removeEntry(id)
})

const type = async (score: number) => {
  await act(() => edits.changeCells([{ student: anna.student, cell: cell as never, change: { score } }]))
  await act(changesSettled)
}
const offer = async (meanwhile: () => Promise<void>) => {
  const patience = holdTimer(1500)
  let isOver = false
  const offered = offerLeft(5, 1, () => ({ texts: textsIn(journal), send: edits.kept.send })).then(() => {
    isOver = true
  })
  // what is on the device was read by then
  const endPatience = await patience
  await act(meanwhile)
  await act(endPatience)
  const ended = async () => {
    await act(changesSettled)
    return isOver || question !== undefined
  }
  await expect.poll(ended).toBe(true)
  return { asked: question !== undefined, offered }
}

test('what this page saves while other pages are asked is not offered', async () => {
  await type(4)
  await expect.poll(kept).toHaveLength(1)
  const { asked } = await offer(async () => {
    vi.stubGlobal('fetch', async () => respond(200, { cells: [] }))
    await press('Повторить')
    expect(await kept()).toEqual([])
  })
  expect(asked).toBe(false)
  expect(shown.map(({ summary }) => summary)).toEqual(['Клетка изменена'])
})

test('what this page types and loses while it is asked about others stays, and others’ is removed', async () => {
  await type(4)
  const [own] = await kept()
  await keepEntry(['mark', 5, '1', 'gone'], own?.value)
  const { asked, offered } = await offer(async () => {
    vi.stubGlobal('fetch', async () => respond(200, { cells: [] }))
    await press('Повторить')
    expect(await kept()).toHaveLength(1)
  })
  expect(asked).toBe(true)
  vi.stubGlobal('fetch', lose)
  await type(9)
  await act(async () => {
    question?.answer(false)
    await offered
  })
  expect((await kept()).map(({ value }) => value)).toMatchObject([[{ sent: { cells: [{ score: 9 }] } }]])
})
