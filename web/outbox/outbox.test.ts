// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { NetworkError } from '#web/data/api-error.ts'
import { createOutbox, type Job, type KeptJob } from '#web/outbox/outbox.ts'
import { keepEntry, listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'

/** Who waits for a lock while another tab has all of them; null while nobody has. */
let waiting: (() => void)[] | null = null
const locks = {
  request: async (...given: unknown[]) => {
    await new Promise<void>((grant) => (waiting ? waiting.push(grant) : grant()))
    const { signal } = given[1] as { signal: AbortSignal }
    signal.throwIfAborted()
    return (given.at(-1) as () => Promise<unknown>)()
  },
}
/** Another tab has all locks from now on. */
const takeLocks = () => {
  waiting = []
}
/** That tab ends. */
const passLocks = () => {
  for (const grant of waiting ?? []) grant()
  waiting = null
}

const enterCache = () => dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
const leaveCache = () => {
  // in this order in Chromium
  document.dispatchEvent(new Event('visibilitychange'))
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
}

type TestJob = Job<KeptJob, { key: string }, { file: string }>

/** How requests end, in their order. */
let ends: { saved: () => void; lost: () => void }[] = []
const outbox = createOutbox<KeptJob, { key: string }, { file: string }, never>({
  kind: 'quiz',
  shownOf: ({ key }) => ({ key }),
  newWork: () => ({ file: '' }),
})
const sendNow = async (job: TestJob) => {
  const isSaved = await new Promise<boolean>((end) => ends.push({ saved: () => end(true), lost: () => end(false) }))
  if (isSaved) return outbox.remove(job)
  job.clock.wait(() => outbox.send(job, sendNow), new NetworkError())
}
const onStop = vi.fn()

beforeEach(() => {
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks } }))
  startSession({ user: { id: 1, role: { slug: 'student' } } as CurrentUser, access_token: 'token' })
  outbox.start({ onOwn: (job) => outbox.send(job, sendNow), onStop, onCommand: () => {} })
})
afterEach(async () => {
  passLocks()
  for (const key of ['a', 'b']) await removeEntry(['quiz', 1, key, ''])
  endSession()
  ends = []
  onStop.mockClear()
  vi.unstubAllGlobals()
})

/** A job whose request is under way. */
const begin = async ({ isKept = true } = {}) => {
  const job = outbox.add({ key: 'a', userId: 1, begunAt: 1 }, { isNew: true })
  job.work.file = 'bytes'
  if (isKept) await outbox.note(job, {})
  await expect.poll(() => ends).toHaveLength(1)
  return job
}
/** A job that waits to be sent again. */
const beginWaiting = async (given = {}) => {
  const job = await begin(given)
  ends[0]?.lost()
  await expect.poll(() => job.clock.isWaiting()).toBe(true)
  return job
}
const current = () => outbox.jobs.get('a')
/** Whatever does not wait for another tab has happened: the device has answered what was asked after it. */
const settled = async () => {
  for (let turn = 0; turn < 3; turn += 1) await listEntries('quiz', 1)
}

test('a page from the back/forward cache sends nothing while another tab has its job', async () => {
  const before = await beginWaiting()
  enterCache()
  takeLocks()
  leaveCache()
  expect(onStop).toHaveBeenCalledWith(before, false)
  await settled()
  expect(ends).toHaveLength(1)
  expect([current()?.own, outbox.list.get()]).toEqual([false, [{ key: 'a' }]])
  passLocks()
  await expect.poll(() => ends).toHaveLength(2)
  expect(current()).toMatchObject({ own: true, work: { file: 'bytes' } })
})

test('a job that another tab has ended meanwhile is over', async () => {
  await beginWaiting()
  enterCache()
  await removeEntry(['quiz', 1, 'a', ''])
  leaveCache()
  await expect.poll(() => outbox.list.get()).toEqual([])
  await settled()
  expect(ends).toHaveLength(1)
})

test('what is being sent when a page is restored is not sent beside it', async () => {
  await begin()
  enterCache()
  leaveCache()
  await settled()
  expect(ends).toHaveLength(1)
  ends[0]?.saved()
  await expect.poll(() => outbox.list.get()).toEqual([])
  await settled()
  expect(ends).toHaveLength(1)
})

test('what was cut off by the back/forward cache is sent again', async () => {
  await begin()
  enterCache()
  leaveCache()
  ends[0]?.lost()
  await expect.poll(() => ends).toHaveLength(2)
  ends[1]?.saved()
  await expect.poll(() => outbox.list.get()).toEqual([])
})

test('a job that the device could not keep continues: no other tab can have it', async () => {
  await beginWaiting({ isKept: false })
  enterCache()
  leaveCache()
  await expect.poll(() => ends).toHaveLength(2)
  expect(current()).toMatchObject({ own: true, work: { file: 'bytes' } })
})

test('what another page has left meanwhile is sent', async () => {
  await settled()
  enterCache()
  await keepEntry(['quiz', 1, 'b', ''], { key: 'b', userId: 1, begunAt: 2 })
  leaveCache()
  await expect.poll(() => ends).toHaveLength(1)
  expect(outbox.list.get()).toEqual([{ key: 'b' }])
})
