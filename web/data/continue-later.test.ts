import { afterEach, expect, test, vi } from 'vitest'
import { NetworkError } from '#web/data/api-error.ts'
import { waitUntilBack } from '#web/data/continue-later.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('whether the site is back is asked again when nobody says anything', async () => {
  vi.useFakeTimers()
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  const ask = vi.fn((_path: string, { signal }: RequestInit = {}) =>
    ask.mock.calls.length > 1
      ? Promise.resolve(new Response())
      : new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  vi.stubGlobal('fetch', ask)
  const act = vi.fn()
  waitUntilBack(new NetworkError(), act)
  await vi.advanceTimersByTimeAsync(2000)
  expect(ask).toHaveBeenCalledOnce()
  timeout.mockRestore()
  patience.abort()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(act).toHaveBeenCalledOnce()
})
