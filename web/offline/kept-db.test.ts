import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { openKept } from '#web/offline/kept-db.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a database that never opens is waited for once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest())
  for (const waitMs of [3000, 0]) {
    const opened = expect(openKept()).rejects.toThrow('does not open')
    await vi.advanceTimersByTimeAsync(waitMs)
    await opened
  }
})
