// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { createOutbox, type Job, type Kept } from '#web/outbox/outbox.ts'
import { removeEntry } from '#web/outbox/outbox-entries.ts'

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
/** The other tab ends. */
const passLocks = () => {
  for (const grant of waiting ?? []) grant()
  waiting = null
}
const comeBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

const outbox = createOutbox<Kept, { key: string }, { file: string }, never>({
  kind: 'quiz',
  shownOf: ({ key }) => ({ key }),
  newWork: () => ({ file: '' }),
})
const onOwn = vi.fn((_: Job<Kept, { key: string }, { file: string }>) => {})
const onStop = vi.fn()

beforeEach(() => {
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks } }))
  startSession({ user: { id: 1, role: { slug: 'student' } } as CurrentUser, access_token: 'token' })
  outbox.start({ onOwn, onStop, onCommand: () => {} })
})
afterEach(async () => {
  passLocks()
  for (const { kept } of outbox.jobs.values()) await removeEntry(['quiz', 1, kept.key, ''])
  endSession()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

/** A job that this tab owns. */
const begin = async ({ isKept = true } = {}) => {
  const job = outbox.add({ key: 'a', userId: 1, begunAt: 1 }, { isNew: true })
  job.work.file = 'bytes'
  if (isKept) await outbox.note(job, {})
  await expect.poll(() => job.own).toBe(true)
  return job
}
const current = () => outbox.jobs.get('a')

test('a page that comes back by the way back waits for a tab that sends its job by now', async () => {
  const before = await begin()
  waiting = []
  comeBack()
  expect(outbox.isCurrent(before)).toBe(false)
  expect(onStop).toHaveBeenCalledWith(before, false)
  expect([current()?.own, outbox.list.get()]).toEqual([false, [{ key: 'a' }]])
  passLocks()
  await expect.poll(() => current()?.own).toBe(true)
  expect(onOwn.mock.lastCall?.[0]).toMatchObject({ work: { file: 'bytes' } })
})

test('a job that the other tab has ended is over, too', async () => {
  await begin()
  waiting = []
  comeBack()
  await removeEntry(['quiz', 1, 'a', ''])
  passLocks()
  await expect.poll(() => current()).toBeUndefined()
  expect(onOwn).toHaveBeenCalledOnce()
})

test('a job that the device could not keep continues where no other tab can have it', async () => {
  await begin({ isKept: false })
  comeBack()
  await expect.poll(() => onOwn.mock.calls).toHaveLength(2)
  expect(current()?.own).toBe(true)
})
