// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { useSignInRequest } from '#web/auth/sign-in-again.ts'
import { queryClient } from '#web/data/query-client.ts'
import { changesSettled } from '#web/journal/changes-settled.fixture.ts'
import { giveLocks } from '#web/journal/edits.fixture.ts'
import { useKeptChanges } from '#web/journal/use-kept-changes.ts'
import { useMarks } from '#web/journal/use-marks.ts'
import { keepEntry, listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'
import { type OpenQuestion, useQuestion } from '#web/ui/confirm.ts'
import { dismissToast, type Toast, useToasts } from '#web/ui/toasts.ts'

const student = { id: 1, name: 'Анна', surname: 'Белова', avatar: null }
const cell = { assignment_id: 2, task_id: null, score: null, absent: false, comment: '' } as JournalCell
const column = {
  id: 2,
  weight: 1,
  max_score: 10,
  held_on: '2026-09-01',
  lesson: { id: null, name: 'Ответ' },
} as JournalAssignment
const quarter = { id: 8, kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-31', locked: false }
const journal = {
  course: { id: 1, name: '' },
  assignments: [column],
  quizzes: [],
  periods: [quarter],
  rows: [{ student, left_at: null, cells: [cell], quizzes: [], average: null, totals: [] }],
  grading: { scale: 'points', borders: defaultBorders },
} as unknown as Journal

let marks: ReturnType<typeof useMarks>
let shown: Toast[] = []
let question: OpenQuestion | undefined
let signInRequest: ReturnType<typeof useSignInRequest>
const Editor = () => {
  marks = useMarks(journal)
  useKeptChanges(journal.course.id, marks.kept)
  shown = useToasts()
  question = useQuestion()
  signInRequest = useSignInRequest()
  return null
}
const root = createRoot(document.createElement('div'))

/** What the server has. */
let server = { score: null as number | null, absent: false, total: null as number | null, weight: 1 }
/**
 * What happens to the next changes; a lost one was saved, an unsent one was not, nor one that the server has failed at, or
 * had no time for. After the last one, to all others.
 */
let fates: ('saved' | 'lost' | 'unsent' | 429 | 500)[] = ['saved']

const isOther = (now: unknown, expected: unknown, sets: unknown) =>
  expected !== undefined && expected !== now && sets !== now
const respond = (status: number, body: object) => new Response(JSON.stringify(body), { status })

/** Refuses what is based on another value than the server has, as it does. */
const serve = async (_: string, { method, body }: RequestInit) => {
  const fate = fates.length > 1 ? fates.shift() : fates[0]
  if (method !== 'PUT' || fate === 'unsent') throw new TypeError('no network')
  if (typeof fate === 'number') return respond(fate, {})
  const { cells: [change] = [], totals: [total] = [], weights: [weight] = [] } = JSON.parse(String(body))
  const members = () => ({
    cells: [{ ...cell, ...server, student_id: student.id }],
    totals: [{ period_id: quarter.id, student_id: student.id, score: server.total, proposed: null, basis: null }],
    weights: [{ assignment_id: column.id, weight: server.weight }],
    journal,
  })
  if (
    (change && isOther(server.score, change.expected, change.score)) ||
    (total && isOther(server.total, total.expected, total.score)) ||
    (weight && isOther(server.weight, weight.expected, weight.weight))
  )
    return respond(409, { type: 'urn:praktika:problem:conflict', title: '', detail: 'уже другое', ...members() })
  server = {
    score: change?.score === undefined ? server.score : change.score,
    absent: change?.absent ?? server.absent,
    total: total ? total.score : server.total,
    weight: weight ? weight.weight : server.weight,
  }
  if (fate === 'lost') throw new TypeError('no network')
  return respond(200, members())
}

const signIn = (id: number) =>
  act(() => startSession({ user: { id, role: { slug: 'teacher' } } as CurrentUser, access_token: `token ${id}` }))
const kept = () => listEntries<{ kind: string }[]>('mark')

beforeEach(async () => {
  server = { score: null, absent: false, total: null, weight: 1 }
  fates = ['saved']
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', serve)
  giveLocks()
  await signIn(5)
  await act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Editor))))
})
afterEach(async () => {
  await act(async () => question?.answer(false))
  await act(endSession)
  for (const { id } of await kept()) await removeEntry(id)
  act(() => {
    for (const { id } of shown) dismissToast(id)
  })
  vi.unstubAllGlobals()
})

const make = async (change: () => void) => {
  await act(change)
  await act(changesSettled)
}
const setScore = (score: number, before: number | null = null) =>
  marks.typeScore(student, column, { ...cell, score: before }, score, before)
const setTotal = (from: number | null, to: number, isProposed = false) =>
  marks.setTotals([{ periodId: quarter.id, student, from, to, isProposed }])

/** What this page has left is that of a page that is gone, and the journal is opened again. */
const reload = async (userId = 5) => {
  const found = await kept()
  await act(endSession)
  // a question goes with its page
  await act(async () => question?.answer(null))
  queryClient.getMutationCache().clear()
  for (const { id, value } of found) {
    await removeEntry(id)
    await keepEntry([id[0], id[1], id[2], 'gone'], value)
  }
  await signIn(userId)
}
const offered = () => act(() => expect.poll(() => question?.title).toBe('В прошлый раз сохранилось не всё'))
const answer = async (accepted: boolean | null) => {
  await act(async () => question?.answer(accepted))
  await act(changesSettled)
}
const save = async () => {
  await offered()
  await answer(true)
  await act(() => expect.poll(() => kept()).toEqual([]))
  await act(changesSettled)
}

test('what found no network is saved after a reload, each kind of change', async () => {
  fates = ['unsent']
  await make(() => {
    setScore(4)
    setTotal(null, 80)
    marks.setWeight(column, 3)
  })
  const kinds = async () => (await kept()).map(({ value }) => value.map(({ kind }) => kind))
  // once what keeps them is loaded
  await expect.poll(() => kinds()).toEqual([['cells', 'totals', 'weight']])
  fates = ['saved']
  await reload()
  await save()
  expect(server).toEqual({ score: 4, absent: false, total: 80, weight: 3 })
  expect(question).toBeUndefined()
})

test('so is what was still on its way, a total after the mark that it follows from', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await act(() => {
    marks.setAbsent(student, cell, null)
    setTotal(null, 80, true)
  })
  await expect.poll(async () => (await kept())[0]?.value).toHaveLength(2)
  vi.stubGlobal('fetch', serve)
  await reload()
  await save()
  expect(server).toMatchObject({ absent: true, total: 80 })
})

test('nothing is sent over what a colleague has set meanwhile without a question', async () => {
  fates = ['unsent']
  await make(() => setScore(4))
  server.score = 5
  fates = ['saved']
  await reload()
  await offered()
  await answer(true)
  await act(() => expect.poll(() => question?.title).toBe('Оценки уже другие'))
  expect(server.score).toBe(5)
  await answer(true)
  expect(server.score).toBe(4)
})

const elsewhere = { score: 5, absent: false, total: 70, weight: 2 }
test.each([
  ['Оценки уже другие', () => setScore(4), { ...elsewhere, score: 4 }],
  ['Итоги уже другие', () => setTotal(null, 80), { ...elsewhere, total: 80 }],
  ['Вес уже другой', () => marks.setWeight(column, 3), { ...elsewhere, weight: 3 }],
])('what a page ends with a question about is offered by the next one: %s', async (title, change, after) => {
  const asked = () => act(() => expect.poll(() => question?.title).toBe(title))
  server = elsewhere
  await make(change)
  await asked()
  await reload()
  await offered()
  // nor is it lost where that page ends before the person has said anything
  await reload()
  await offered()
  await answer(true)
  await asked()
  expect(server).toEqual(elsewhere)
  expect(await kept()).toHaveLength(1)
  await answer(true)
  expect(server).toEqual(after)
  await act(() => expect.poll(() => kept()).toEqual([]))
})

test('what was typed again while the question about it was open is not offered', async () => {
  server.score = 5
  await make(() => setScore(4))
  await act(() => expect.poll(() => question?.title).toBe('Оценки уже другие'))
  await make(() => setScore(5, 5))
  await make(() => setScore(6, 5))
  expect(server.score).toBe(6)
  expect(await kept()).toEqual([])
  await answer(true)
  expect(server.score).toBe(6)
})

test('an own change that was lost before the last one is no colleague’s', async () => {
  fates = ['lost', 'unsent']
  await make(() => setScore(4))
  await make(() => setScore(5))
  expect(server.score).toBe(4)
  fates = ['saved']
  await reload()
  await save()
  expect(server.score).toBe(5)
  expect(question).toBeUndefined()
})

test('the person says whether it is saved, and to close the question leaves it on the device', async () => {
  fates = ['unsent']
  await make(() => setScore(4))
  fates = ['saved']
  await reload()
  await offered()
  expect(question?.text).toBe('До сервера могло не дойти: Анна Белова, «Ответ»: 4.')
  await answer(null)
  expect(server.score).toBe(null)
  expect(await kept()).toHaveLength(1)
  await act(endSession)
  await signIn(5)
  await offered()
  await answer(false)
  await act(() => expect.poll(() => kept()).toEqual([]))
  expect(server.score).toBe(null)
})

test('what somebody has left behind by signing out outlives what they change after the question was closed', async () => {
  fates = ['unsent']
  await make(() => setScore(4))
  await act(endSession)
  queryClient.getMutationCache().clear()
  fates = ['saved']
  await signIn(5)
  await offered()
  await answer(null)
  await make(() => setTotal(null, 80))
  expect(server).toMatchObject({ score: null, total: 80 })
  expect(await kept()).toMatchObject([{ value: [{ kind: 'cells' }] }])
})

test('what is answered while something else is unsaved is heeded, or it is said that it waits', async () => {
  fates = ['unsent']
  await make(() => setScore(4))
  await reload()
  await offered()
  await make(() => setTotal(null, 80))
  await answer(true)
  expect(shown.map(({ summary }) => summary)).toContain('Пока не сохранено')
  expect(await kept()).toHaveLength(2)
  await act(() => root.render(null))
  fates = ['saved']
  await make(() => shown.find(({ action }) => action?.label === 'Повторить')?.action?.onClick())
  await act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Editor))))
  await offered()
  fates = ['unsent']
  await make(() => setTotal(80, 90))
  await answer(false)
  await act(() =>
    expect.poll(async () => (await kept()).map(({ value }) => value)).toMatchObject([[{ kind: 'totals' }]]),
  )
})

test('what another tab has taken while the question was open is not sent again', async () => {
  fates = ['unsent']
  await make(() => setScore(4))
  fates = ['saved']
  await reload()
  await offered()
  for (const { id } of await kept()) await removeEntry(id)
  await answer(true)
  await act(() => expect.poll(() => shown.at(-1)?.summary).toBe('Об этом уже решено в другой вкладке'))
  await act(changesSettled)
  expect(server.score).toBe(null)
})

test('a page that is restored from the back/forward cache keeps its changes again', async () => {
  fates = ['unsent']
  await make(() => setScore(4))
  fates = ['saved']
  // taken by a page that was opened meanwhile
  for (const { id } of await kept()) await removeEntry(id)
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await expect.poll(() => kept()).toHaveLength(1)
  await make(() => shown.find(({ action }) => action?.label === 'Повторить')?.action?.onClick())
  expect(await kept()).toEqual([])
})

test('what this page has not saved is not replaced by what an earlier one has left', async () => {
  fates = ['unsent']
  await make(() => setScore(4))
  const [left] = await kept()
  await make(() => setScore(9))
  await keepEntry(['mark', 5, '1', 'gone'], left?.value)
  await act(() => root.render(null))
  await act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Editor))))
  // the question would be asked by then
  await make(() => shown.find(({ action }) => action?.label === 'Повторить')?.action?.onClick())
  expect(question).toBeUndefined()
  expect((await kept()).map(({ value }) => value)).toHaveLength(2)
})

test('what is sent after the session has ended is kept, too', async () => {
  vi.stubGlobal('fetch', async () =>
    respond(401, { type: 'urn:praktika:problem:unauthorized', title: '', detail: 'Войдите.' }),
  )
  await act(() => setScore(4))
  await act(() => expect.poll(() => signInRequest).not.toBeNull())
  await make(() => signInRequest?.answer(false))
  expect(shown.map(({ summary }) => summary)).toContain('Вход закончился: не сохранено')
  expect(await kept()).toHaveLength(1)
  vi.stubGlobal('fetch', serve)
  await make(() => shown.find(({ action }) => action?.label === 'Повторить')?.action?.onClick())
  expect(server.score).toBe(4)
  expect(await kept()).toEqual([])
})

test.each([429, 500] as const)('so is what the server has responded to with %i, also a comment', async (status) => {
  fates = [status]
  await make(() => {
    setScore(4)
    setTotal(null, 80)
    marks.setWeight(column, 3)
  })
  await make(async () => expect(await marks.changeComment(student, cell, 'Ответила')).toBe(false))
  expect((await kept())[0]?.value.map(({ kind }) => kind)).toEqual(['cells', 'totals', 'weight', 'cells'])
  fates = ['saved']
  await reload()
  await save()
  expect(server).toEqual({ score: 4, absent: false, total: 80, weight: 3 })
})

test('of what was typed again, or is saved, nothing is left', async () => {
  fates = ['unsent']
  await make(() => setScore(4))
  await make(() => setScore(5))
  expect((await kept()).map(({ value }) => value)).toMatchObject([[{ sent: { cells: [{ score: 5 }] } }]])
  fates = ['saved']
  await make(() => shown.find(({ action }) => action?.label === 'Повторить')?.action?.onClick())
  expect(await kept()).toEqual([])
  expect(server.score).toBe(5)
})

test('what somebody leaves behind waits for them, also where they sign in again without a reload', async () => {
  fates = ['unsent']
  await make(() => setScore(4))
  fates = ['saved']
  await reload(6)
  await act(changesSettled)
  await act(endSession)
  expect(server.score).toBe(null)
  expect(await kept()).toHaveLength(1)
  await signIn(5)
  await save()
  expect(server.score).toBe(4)
  fates = ['unsent']
  await make(() => setScore(6, 4))
  fates = ['saved']
  await act(endSession)
  await signIn(5)
  await save()
  expect(server.score).toBe(6)
})
