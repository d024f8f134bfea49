import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenTo } from '#server/db/listener.ts'
import { testDatabase } from '#server/testing/database.ts'
import { openDatabaseNetwork } from '#server/testing/database-network.ts'

const { db, url } = await testDatabase()

const network = await openDatabaseNetwork(url)
const [onNotice, onLost, onError] = [vi.fn(), vi.fn(), vi.fn()]
const listening = Promise.withResolvers<void>()
const listener = listenTo(network.url, 'praktika_test', {
  onListening: () => listening.resolve(),
  onLost,
  onNotice,
  onError,
})
const stop = async () => {
  const stopped = listener.stop()
  network.close()
  await stopped
}
afterAll(stop)

const notify = (payload: string) => db.execute(sql`select pg_notify('praktika_test', ${payload})`)

beforeEach(async () => {
  await listening.promise
  await expect.poll(listener.catchUp).toBe(true)
  for (const mock of [onNotice, onLost, onError]) mock.mockClear()
})

describe('a connection that listens', () => {
  it('is not lost to a process that was busy while the response arrived', async () => {
    const direct = listenTo(url, 'praktika_test', { onListening: () => {}, onLost, onNotice: () => {}, onError })
    await expect.poll(direct.catchUp).toBe(true)
    const caughtUp = direct.catchUp()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
    expect(await caughtUp).toBe(true)
    expect(onLost).not.toHaveBeenCalled()
    await direct.stop()
  })

  it('is not lost to a database that is late, and has caught up only once all of it has arrived', async () => {
    network.holdBack()
    await notify('while it was late')
    expect(await listener.catchUp()).toBe(false)
    // those who come after do not wait
    expect(await Promise.race([listener.catchUp(), turn('waits')])).toBe(false)
    expect(onNotice).not.toHaveBeenCalled()
    network.release()
    await expect.poll(listener.catchUp).toBe(true)
    expect(onNotice.mock.calls).toEqual([['while it was late']])
    expect(onLost).not.toHaveBeenCalled()
    expect(onError).not.toHaveBeenCalled()
  })

  it('is lost once the database has sent nothing for long', async () => {
    network.holdBack()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const caughtUp = listener.catchUp()
    vi.advanceTimersByTime(1000)
    expect(await caughtUp).toBe(false)
    expect(onLost).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    await expect.poll(() => onLost.mock.calls.length).toBe(1)
    expect(await listener.catchUp()).toBe(false)
    network.release()
  })
})
