// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { dayMs } from '#contract/durations.ts'
import { maxScormData, type ScormReport } from '#contract/scorm/scorm.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { useSignInRequest } from '#web/auth/sign-in-again.ts'
import { keepEntry, listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'
import {
  retryReports,
  sendReport,
  startReports,
  useRefusal,
  useSentReports,
  withSent,
} from '#web/scorm/sent-reports.ts'
import { type Toast, useToasts } from '#web/ui/toasts.ts'

const signIn = (id: number) =>
  startSession({ user: { id, role: { slug: 'student' } } as CurrentUser, access_token: `token ${id}` })

let sent: ReturnType<typeof useSentReports>
let refusal: unknown
let signInRequest: ReturnType<typeof useSignInRequest>
let messages: Toast[] = []
const Reports = () => {
  messages = useToasts()
  sent = useSentReports()
  refusal = useRefusal(5)
  signInRequest = useSignInRequest()
  return null
}

const report = (changes: Partial<ScormReport> = {}): ScormReport => ({
  item: 'a',
  completed: false,
  passed: null,
  score: null,
  data: '',
  ...changes,
})

interface Sending {
  token: string | null
  key: string | null
  body: ScormReport
}
/** The reports that were sent, each with who sent it. */
const sendings: Sending[] = []
/** What the server answers to them. */
let answer: (sending: Sending) => Response | Promise<Response>
const saved = () => Response.json({ state: { completed: true, passed: null, score: null, updated_at: '' } })
const noNetwork = () => {
  throw new TypeError('no network')
}
const kept = async (userId: number) =>
  (await listEntries<{ report: ScormReport }>('scorm', userId)).map(({ value }) => value.report)
const wake = () => dispatchEvent(new Event('online'))

beforeEach(async () => {
  sendings.length = 0
  vi.stubGlobal('fetch', async (address: string, { method, body, headers }: RequestInit) => {
    if (method !== 'PUT' || !address.startsWith('/api/scorm/')) return noNetwork()
    const [token, key] = ['authorization', 'idempotency-key'].map((name) => (headers as Headers).get(name))
    const sending = { token, key, body: JSON.parse(body as string) } as Sending
    sendings.push(sending)
    return answer(sending)
  })
  signIn(1)
  await startReports()
  createRoot(document.createElement('div')).render(createElement(Reports))
})
afterEach(async () => {
  endSession()
  for (const { id } of await listEntries('scorm')) await removeEntry(id)
  vi.unstubAllGlobals()
})

test.each([
  ['no network', noNetwork],
  ['a server that is starting', () => new Response(null, { status: 503 })],
  ['a limit', () => new Response(null, { status: 429 })],
])('a report that met %s stays on the device until the server has it', async (_, refuse) => {
  answer = refuse
  sendReport(5, report({ completed: true, data: '{"place":7}' }))
  await expect.poll(() => sent).toMatchObject([{ phase: 'waiting', pageOnly: false }])
  expect(await kept(1)).toEqual([report({ completed: true, data: '{"place":7}' })])
  answer = saved
  wake()
  await expect.poll(() => sent).toEqual([])
  await expect.poll(() => kept(1)).toEqual([])
})

test('of what a part reports meanwhile the last state is sent, with what was reached before', async () => {
  answer = noNetwork
  sendReport(5, report({ completed: true, passed: true, score: 80, data: 'first' }))
  await expect.poll(() => sent).toMatchObject([{ phase: 'waiting' }])
  sendReport(5, report({ score: 20, data: 'second' }))
  sendReport(5, report({ item: 'b', data: 'another part' }))
  const last = report({ completed: true, passed: true, score: 80, data: 'second' })
  await expect.poll(() => sent?.map((one) => one.report)).toEqual([last, report({ item: 'b', data: 'another part' })])
  answer = saved
  sendings.length = 0
  wake()
  await expect.poll(() => sent).toEqual([])
  expect(sendings.map(({ body }) => body).filter(({ item }) => item === 'a')).toEqual([last])
})

test('what a part reports while it is being sent is sent next', async () => {
  const first = Promise.withResolvers<Response>()
  answer = ({ body }) => (body.data === 'first' ? first.promise : saved())
  sendReport(5, report({ data: 'first' }))
  await expect.poll(() => sendings).toHaveLength(1)
  sendReport(5, report({ data: 'second' }))
  sendReport(5, report({ data: 'third' }))
  expect(sendings).toHaveLength(1)
  first.resolve(saved())
  await expect.poll(() => sent).toEqual([])
  expect(sendings.map(({ body }) => body.data)).toEqual(['first', 'third'])
})

test('a report has no key: the server keeps each state, and not only the first of those that are the same', async () => {
  answer = noNetwork
  sendReport(5, report())
  await expect.poll(() => sent).toMatchObject([{ phase: 'waiting' }])
  answer = saved
  wake()
  await expect.poll(() => sent).toEqual([])
  // more than two where its pause was over before the network was back
  expect(sendings.length).toBeGreaterThan(1)
  expect(sendings.map(({ key }) => key)).toEqual(sendings.map(() => null))
})

test('two reports of a part in a row are sent as one', async () => {
  answer = saved
  sendReport(5, report({ completed: true, data: 'commit' }))
  sendReport(5, report({ data: 'finish' }))
  await expect.poll(() => kept(1)).toEqual([])
  await expect.poll(() => sent).toEqual([])
  expect(sendings.map(({ body }) => body)).toEqual([report({ completed: true, data: 'finish' })])
})

test('a package remembers what it has reported, though the list of packages is from before', async () => {
  const state = { completed: false, passed: null, score: null, updated_at: '2026-11-01T10:00:00.000Z' }
  const item = { id: 'c', title: 'Цвет', reports: true, url: '/', state, data: 'old' }
  answer = noNetwork
  sendReport(5, report({ item: 'c', data: 'new' }))
  await expect.poll(() => sent).toMatchObject([{ phase: 'waiting' }])
  expect(withSent(5, item, sent ?? []).data).toBe('new')
  const reported = { ...state, completed: true, updated_at: '2026-11-01T11:00:00.000Z' }
  answer = () => Response.json({ state: reported })
  wake()
  await expect.poll(() => sent).toEqual([])
  expect(withSent(5, item, [])).toEqual({ ...item, state: reported, data: 'new' })
  const later = { ...item, state: { ...state, updated_at: '2026-11-01T12:00:00.000Z' } }
  expect(withSent(5, later, [])).toEqual(later)
})

test('a part shows what was reached in it before the server has that', async () => {
  const item = { id: 'd', title: 'Цвет', reports: true, url: '/', state: null, data: null }
  const reached = { completed: true, passed: true, score: 80 }
  answer = noNetwork
  sendReport(5, report({ item: 'd', ...reached, data: 'new' }))
  await expect.poll(() => sent).toMatchObject([{ phase: 'waiting' }])
  expect(withSent(5, item, sent ?? [])).toEqual({
    ...item,
    state: { ...reached, updated_at: expect.any(String) },
    data: 'new',
  })
  const best = { completed: false, passed: null, score: 90, updated_at: '2026-11-01T10:00:00.000Z' }
  expect(withSent(5, { ...item, state: best, data: 'old' }, sent ?? [])).toMatchObject({
    state: { completed: true, passed: true, score: 90 },
    data: 'new',
  })
})

test('a report waits for its person, and is not sent by the next one', async () => {
  answer = noNetwork
  sendReport(5, report({ data: 'mine' }))
  await expect.poll(() => sent).toMatchObject([{ phase: 'waiting' }])
  endSession()
  signIn(2)
  answer = saved
  wake()
  await expect.poll(() => sent).toEqual([])
  expect(sendings.map(({ token }) => token)).not.toContain('Bearer token 2')
  endSession()
  signIn(1)
  await expect.poll(() => kept(1)).toEqual([])
  expect(sendings.at(-1)).toMatchObject({ token: 'Bearer token 1', body: report({ data: 'mine' }) })
})

test('a report whose session was lost is sent once its person has signed in again', async () => {
  answer = () => new Response(null, { status: 401 })
  sendReport(5, report({ data: 'mine' }))
  await expect.poll(() => signInRequest).not.toBeNull()
  expect(sendings).toHaveLength(1)
  answer = saved
  signIn(1)
  signInRequest?.answer(true)
  await expect.poll(() => kept(1)).toEqual([])
})

test.each([
  [422, { errors: { data: ['Пакет просит запомнить слишком много. Сообщите преподавателю.'] } }, /слишком много/],
  [403, { detail: 'Результаты сохраняются только у студентов курса.' }, /только у студентов/],
  [409, { detail: 'Курс в архиве: результаты в нём больше не сохраняются.' }, /^Курс в архиве/],
])(
  'a report that is refused with %i shows why until the next one, and is not sent again',
  async (status, problem, reason) => {
    answer = () => Response.json(problem, { status })
    sendReport(5, report())
    await expect.poll(() => refusal).toMatch(reason)
    expect([sent, await kept(1)]).toEqual([[], []])
    answer = saved
    sendReport(5, report())
    await expect.poll(() => refusal).toBeUndefined()
    await expect.poll(() => sent).toEqual([])
    expect(sendings).toHaveLength(2)
  },
)

test('a report that asks to remember too much is refused alone: what waited of its part is sent', async () => {
  const big = 'x'.repeat(maxScormData + 1)
  answer = noNetwork
  sendReport(5, report({ completed: true, data: 'first' }))
  await expect.poll(() => sent).toMatchObject([{ phase: 'waiting' }])
  sendReport(5, report({ data: big }))
  await expect.poll(() => refusal).toMatch(/слишком много/)
  expect(await kept(1)).toEqual([report({ completed: true, data: 'first' })])
  answer = ({ body }) =>
    body.data === big ? Response.json({ errors: { data: ['слишком много'] } }, { status: 422 }) : saved()
  wake()
  await expect.poll(() => sent).toEqual([])
  expect(sendings.at(-1)?.body).toEqual(report({ completed: true, data: 'first' }))
  expect(refusal).toMatch(/слишком много/)
  sendReport(5, report({ data: 'smaller' }))
  await expect.poll(() => kept(1)).toEqual([])
  expect(sendings.at(-1)?.body).toEqual(report({ data: 'smaller' }))
  expect(refusal).toBeUndefined()
})

const tooMuch = () =>
  Response.json({ errors: { data: ['Пакеты этого урока просят запомнить слишком много.'] } }, { status: 422 })

test('a report with which a lesson would remember too much does not take along what waited of its part', async () => {
  answer = noNetwork
  sendReport(5, report({ completed: true, data: 'first' }))
  await expect.poll(() => sent).toMatchObject([{ phase: 'waiting' }])
  sendReport(5, report({ score: 80, data: 'second, larger' }))
  sendReport(5, report({ passed: true, data: 'third, larger still' }))
  answer = ({ body }) => (body.data === 'first' ? saved() : tooMuch())
  wake()
  await expect.poll(() => sent).toEqual([])
  expect(sendings.at(-1)?.body).toEqual(report({ completed: true, passed: true, score: 80, data: 'first' }))
  expect(await kept(1)).toEqual([])
  expect(refusal).toMatch(/слишком много/)
})

test('what waited is given up as well once the lesson remembers too much without the later report', async () => {
  answer = noNetwork
  sendReport(5, report({ data: 'first' }))
  await expect.poll(() => sent).toMatchObject([{ phase: 'waiting' }])
  sendReport(5, report({ data: 'second, larger' }))
  answer = tooMuch
  sendings.length = 0
  wake()
  await expect.poll(() => sent).toEqual([])
  expect(sendings.map(({ body }) => body.data).slice(-2)).toEqual(['second, larger', 'first'])
  expect(refusal).toMatch(/слишком много/)
})

const hidden = () => new Response(null, { status: 404 })

const locked = { type: 'urn:praktika:problem:locked', status: 403, detail: 'Сначала нужно пройти другой урок.' }

test.each([
  ['hidden', null, 404, /^Урок закрыт/],
  ['locked', locked, 403, /^Сначала нужно пройти/],
])(
  'a report of a lesson that is %s is kept, and sent when its package is opened',
  async (_, problem, status, reason) => {
    answer = () => new Response(problem && JSON.stringify(problem), { status })
    sendReport(5, report({ completed: true, data: 'hidden' }))
    await expect.poll(() => sent).toMatchObject([{ phase: 'refused', reason: expect.stringMatching(reason) }])
    wake()
    expect(sendings).toHaveLength(1)
    expect(await kept(1)).toEqual([report({ completed: true, data: 'hidden' })])
    answer = saved
    retryReports(6)
    expect(sendings).toHaveLength(1)
    retryReports(5)
    retryReports(5)
    await expect.poll(() => sent).toEqual([])
    await expect.poll(() => kept(1)).toEqual([])
    expect(sendings).toHaveLength(2)
  },
)

test('a report of a hidden lesson is sent with the next one', async () => {
  answer = hidden
  sendReport(5, report({ completed: true }))
  await expect.poll(() => sent).toMatchObject([{ phase: 'refused' }])
  answer = saved
  sendReport(5, report({ data: 'next' }))
  await expect.poll(() => sent).toEqual([])
  expect(sendings.at(-1)?.body).toEqual(report({ completed: true, data: 'next' }))
})

test('a report of a hidden lesson is dropped after thirty days', async () => {
  answer = hidden
  const begunAt = Date.now() - 31 * dayMs
  const old = { key: 'old', userId: 1, begunAt, packageId: 5, report: report({ completed: true }) }
  await keepEntry(['scorm', 1, 'old', ''], old)
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await expect.poll(() => kept(1), { timeout: 10_000 }).toEqual([])
  expect(sendings).toHaveLength(1)
})

const refused = () => Response.json({ detail: 'Курс в архиве.' }, { status: 409 })

test('a refusal is forgotten once a later report has arrived', async () => {
  const first = Promise.withResolvers<Response>()
  const second = Promise.withResolvers<Response>()
  answer = ({ body }) => (body.data === 'first' ? first : second).promise
  sendReport(5, report({ data: 'first' }))
  await expect.poll(() => sendings).toHaveLength(1)
  sendReport(5, report({ data: 'second' }))
  first.resolve(refused())
  await expect.poll(() => refusal).toBe('Курс в архиве.')
  second.resolve(saved())
  await expect.poll(() => refusal).toBeUndefined()
})

test('a refusal is not shown to the next person', async () => {
  answer = refused
  sendReport(5, report())
  await expect.poll(() => refusal).toBe('Курс в архиве.')
  endSession()
  signIn(2)
  answer = noNetwork
  sendReport(6, report())
  await expect.poll(() => sent).toMatchObject([{ packageId: 6, phase: 'waiting' }])
  expect(refusal).toBeUndefined()
})

test('why a report was refused is shown in a message where its package is not on screen', async () => {
  answer = () => Response.json({ detail: 'Курс в архиве.' }, { status: 409 })
  sendReport(5, report(), 'Цвет и форма')
  await expect.poll(() => refusal).toBe('Курс в архиве.')
  expect(messages).toEqual([])
  sendReport(6, report(), 'Сетка')
  await expect
    .poll(() => messages)
    .toMatchObject([{ severity: 'error', summary: 'Результат не сохранился', detail: '«Сетка». Курс в архиве.' }])
  // as an earlier version has kept it
  await keepEntry(['scorm', 1, 'left', ''], { key: 'left', userId: 1, begunAt: 1, packageId: 7, report: report() })
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await expect.poll(() => messages.map(({ detail }) => detail)).toEqual(['«Сетка». Курс в архиве.', 'Курс в архиве.'])
  endSession()
  await expect.poll(() => messages).toEqual([])
})

test('what an earlier page has left becomes a part of what this one sends', async () => {
  answer = noNetwork
  sendReport(5, report({ score: 20, data: 'new' }))
  const left = { key: 'left', userId: 1, begunAt: 1, packageId: 5, report: report({ completed: true, data: 'old' }) }
  await keepEntry(['scorm', 1, 'left', ''], left)
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await expect.poll(() => kept(1), { timeout: 10_000 }).toEqual([report({ completed: true, score: 20, data: 'new' })])
  answer = saved
  wake()
  await expect.poll(() => kept(1)).toEqual([])
  expect(sendings.at(-1)?.body).toEqual(report({ completed: true, score: 20, data: 'new' }))
})

test('what several earlier pages have left of a part is joined, and never sent at the same time', async () => {
  const first = Promise.withResolvers<Response>()
  answer = () => (sendings.length === 1 ? first.promise : saved())
  const leave = (key: string, begunAt: number, changes: Partial<ScormReport>) =>
    keepEntry(['scorm', 1, key, ''], { key, userId: 1, begunAt, packageId: 5, report: report(changes) })
  await leave('one', 1, { completed: true, data: 'first' })
  await leave('two', 2, { data: 'second' })
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  const both = report({ completed: true, data: 'second' })
  await expect.poll(() => kept(1), { timeout: 10_000 }).toEqual([both])
  await expect.poll(() => sendings).toHaveLength(1)
  first.resolve(saved())
  await expect.poll(() => kept(1)).toEqual([])
  expect(sendings.at(-1)?.body).toEqual(both)
})
