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
afterEach(() => vi.unstubAllGlobals())

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
