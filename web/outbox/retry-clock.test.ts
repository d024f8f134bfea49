// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { createRetryClock } from '#web/outbox/retry-clock.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const lost = new NetworkError()

test('a pause doubles up to the longest, and is short again after something moved', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const clock = createRetryClock({ firstPauseMs: 2000, maxPauseMs: 30_000 })
  const pauseMs = async () => {
    const begunAt = Date.now()
    const act = vi.fn()
    clock.wait(act, lost)
    await vi.advanceTimersToNextTimerAsync()
    expect(act).toHaveBeenCalledOnce()
    return Date.now() - begunAt
  }
  const pauses: number[] = []
  for (let count = 0; count < 6; count += 1) pauses.push(await pauseMs())
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
  clock.reset()
  expect(await pauseMs()).toBe(2000)
})

test('devices return at different moments, and none later than the pause', async () => {
  for (const [chance, pauseMs] of [
    [0, 2000],
    [0.5, 1900],
    [0.9, 1820],
  ] as const) {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const act = vi.fn()
    createRetryClock().wait(act, lost)
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(act).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(act).toHaveBeenCalledOnce()
  }
})

test('the network that is back ends the pause, and so does who looks at the page', async () => {
  for (const wake of [
    () => dispatchEvent(new Event('online')),
    () => document.dispatchEvent(new Event('visibilitychange')),
  ]) {
    const clock = createRetryClock()
    const act = vi.fn()
    clock.wait(act, lost)
    wake()
    expect(act).toHaveBeenCalledOnce()
    expect(clock.isWaiting()).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    wake()
    expect(act).toHaveBeenCalledOnce()
  }
})

test('the server is not asked before the moment that it has named', async () => {
  const clock = createRetryClock()
  const act = vi.fn()
  clock.wait(act, new ApiError(503, {}, '20'))
  dispatchEvent(new Event('online'))
  clock.wake()
  await vi.advanceTimersByTimeAsync(19_999)
  expect(act).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(act).toHaveBeenCalledOnce()

  const date = new Date(Date.now() + 40_000).toUTCString()
  clock.wait(act, new ApiError(429, {}, date))
  await vi.advanceTimersByTimeAsync(38_000)
  expect(act).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(2000)
  expect(act).toHaveBeenCalledTimes(2)
})

test('what is given up is not done; a new wait replaces the previous one', async () => {
  const clock = createRetryClock()
  const [first, second] = [vi.fn(), vi.fn()]
  clock.wait(first, lost)
  clock.wait(second, lost)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledOnce()
  clock.wait(first, lost)
  clock.stop()
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(first).not.toHaveBeenCalled()
})
