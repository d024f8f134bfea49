// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { locks } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { ScormReport } from '#contract/scorm/scorm.schema.ts'
import { listEntries } from '#web/outbox/outbox-entries.ts'

const report = (changes: Partial<ScormReport>): ScormReport => ({
  item: 'a',
  completed: false,
  passed: null,
  score: null,
  data: '',
  ...changes,
})

/** The reports that were sent, by all tabs. */
const sendings: ScormReport[] = []
/** What the server answers to them. */
let answer: (report: ScormReport) => Response | Promise<Response>
const saved = () => Response.json({ state: { completed: true, passed: null, score: null, updated_at: '' } })
const noNetwork = () => {
  throw new TypeError('no network')
}
const kept = async () => (await listEntries<{ report: ScormReport }>('scorm', 1)).map(({ value }) => value.report.data)

/** A tab of one browser, where the same person is signed in: its modules are its own, the device and its locks are not. */
const openTab = async () => {
  vi.resetModules()
  const { startSession } = await import('#web/auth/session.ts')
  startSession({ user: { id: 1, role: { slug: 'student' } } as CurrentUser, access_token: 'token' })
  const tab = await import('#web/scorm/sent-reports.ts')
  await tab.startReports()
  return tab
}

beforeEach(() => {
  sendings.length = 0
  vi.stubGlobal('navigator', { locks, onLine: true })
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (method !== 'PUT' || !address.startsWith('/api/scorm/')) return noNetwork()
    const sending = JSON.parse(body as string) as ScormReport
    sendings.push(sending)
    return answer(sending)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('two tabs with the same package send what it reports one after another', async () => {
  const [one, other] = [await openTab(), await openTab()]
  const first = Promise.withResolvers<Response>()
  answer = ({ data }) => (data === 'first' ? first.promise : saved())
  one.sendReport(5, report({ completed: true, data: 'first' }))
  await expect.poll(() => sendings).toHaveLength(1)
  other.sendReport(5, report({ data: 'second' }))
  other.sendReport(5, report({ item: 'b', data: 'another part' }))
  await expect.poll(() => sendings.map(({ data }) => data)).toEqual(['first', 'another part'])
  first.resolve(saved())
  await expect.poll(() => sendings.map(({ data }) => data)).toEqual(['first', 'another part', 'second'])
  await expect.poll(kept).toEqual([])
})

test('what two tabs have of a part arrives in its order, so that what was to be remembered last stays', async () => {
  const [one, other] = [await openTab(), await openTab()]
  answer = noNetwork
  one.sendReport(5, report({ data: 'first' }))
  await expect.poll(() => sendings.length).toBeGreaterThan(0)
  other.sendReport(5, report({ score: 80, data: 'second' }))
  await expect.poll(kept).toHaveLength(2)
  const begunAt = Date.now()
  await expect.poll(() => Date.now()).toBeGreaterThan(begunAt)
  one.sendReport(5, report({ completed: true, data: 'third' }))
  await expect.poll(kept).toContain('third')
  answer = saved
  sendings.length = 0
  dispatchEvent(new Event('online'))
  await expect.poll(kept).toEqual([])
  // the server keeps the best score of all
  expect(sendings).toContainEqual(expect.objectContaining({ score: 80 }))
  expect(sendings.at(-1)).toMatchObject({ completed: true, data: 'third' })
})

test('a report stays where the device cannot be read for a moment', async () => {
  const tab = await openTab()
  answer = noNetwork
  tab.sendReport(6, report({ data: 'mine' }))
  await expect.poll(kept).toEqual(['mine'])
  await expect.poll(() => sendings.length).toBeGreaterThan(0)
  answer = saved
  sendings.length = 0
  const fail = () => {
    throw new DOMException('', 'UnknownError')
  }
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(fail).mockImplementationOnce(fail)
  dispatchEvent(new Event('online'))
  await expect.poll(() => sendings).toMatchObject([{ data: 'mine' }])
  await expect.poll(kept).toEqual([])
})

test('what a full device would not keep is sent, though another tab has taken what was kept before', async () => {
  const [one, other] = [await openTab(), await openTab()]
  answer = noNetwork
  one.sendReport(7, report({ data: 'first' }))
  await expect.poll(kept).toEqual(['first'])
  await expect.poll(() => sendings.length).toBeGreaterThan(0)
  other.sendReport(7, report({ data: 'second' }))
  await expect.poll(kept).toEqual(['second'])
  const refuse = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse)
  const full = { get: (storage: Storage, name: string) => (name === 'setItem' ? refuse : Reflect.get(storage, name)) }
  vi.stubGlobal('localStorage', new Proxy(localStorage, full))
  const begunAt = Date.now()
  await expect.poll(() => Date.now()).toBeGreaterThan(begunAt)
  one.sendReport(7, report({ completed: true, data: 'third' }))
  await expect.poll(() => put.mock.calls.length).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve))
  answer = saved
  dispatchEvent(new Event('online'))
  await expect.poll(() => sendings).toContainEqual(expect.objectContaining({ completed: true, data: 'third' }))
})

test('a tab that asks its person to sign in again does not hold up what another one sends', async () => {
  const [one, other] = [await openTab(), await openTab()]
  answer = () => new Response(null, { status: 401 })
  one.sendReport(8, report({ completed: true, data: 'first' }))
  await expect.poll(() => sendings).toHaveLength(1)
  answer = saved
  other.sendReport(8, report({ data: 'second' }))
  await expect.poll(() => sendings.at(-1)).toMatchObject({ completed: true, data: 'second' })
  await expect.poll(kept).toEqual([])
})

test('a report that is too much brings back what the server had last, and nothing from before', async () => {
  const tab = await openTab()
  answer = noNetwork
  tab.sendReport(9, report({ data: '1' }))
  await expect.poll(() => sendings.length).toBeGreaterThan(0)
  tab.sendReport(9, report({ data: 'second' }))
  const second = Promise.withResolvers<Response>()
  answer = ({ data }) =>
    data === 'second' ? second.promise : Response.json({ errors: { data: ['слишком много'] } }, { status: 422 })
  sendings.length = 0
  dispatchEvent(new Event('online'))
  await expect.poll(() => sendings).toHaveLength(1)
  tab.sendReport(9, report({ data: 'third, larger' }))
  second.resolve(saved())
  answer = ({ data }) =>
    data === 'second' ? saved() : Response.json({ errors: { data: ['слишком много'] } }, { status: 422 })
  await expect.poll(kept).toEqual([])
  expect(sendings.map(({ data }) => data)).toEqual(['second', 'third, larger', 'second'])
})

test('what a part remembers is not what another tab has kept of before the report that has arrived', async () => {
  const tab = await openTab()
  const item = { id: 'a', title: 'Цвет', reports: true, url: '/', state: null, data: null }
  const state = { completed: false, passed: null, score: null, updated_at: '2026-11-01T10:00:00.000Z' }
  const earlier = { packageId: 10, begunAt: 1, phase: 'waiting' as const, pageOnly: false }
  answer = () => Response.json({ state })
  tab.sendReport(10, report({ data: 'new' }))
  await expect.poll(kept).toEqual([])
  const sent = [{ ...earlier, report: report({ completed: true, data: 'old' }) }]
  expect(tab.withSent(10, item, sent)).toMatchObject({ state: { completed: true }, data: 'new' })
})
