import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTurns } from '#server/pictures/draw-in-turn.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A drawing that ends when the test lets it. */
const drawing = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const draw = vi.fn(() => promise)
  return { draw, resolve, reject }
}

const refusal = { code: 'too-many', retryAfter: expect.any(Number) }

it('draws one after another, continues after a failure, and refuses when too many wait', async () => {
  const inTurn = createTurns({ waiting: 1, perMinute: 10 })
  const [first, second, third] = [drawing(), drawing(), drawing()]
  const firstDone = inTurn(first.draw)
  const secondDone = inTurn(second.draw)
  expect(() => inTurn(third.draw)).toThrow(expect.objectContaining(refusal))
  await Promise.resolve()
  expect([first.draw.mock.calls.length, second.draw.mock.calls.length]).toEqual([1, 0])
  first.reject(new Error('no'))
  await expect(firstDone).rejects.toThrow('no')
  second.resolve('second')
  expect(await secondDone).toBe('second')
  third.resolve('third')
  expect(await inTurn(third.draw)).toBe('third')
})

it('draws at most this many in a minute', async () => {
  const inTurn = createTurns({ waiting: 5, perMinute: 2 })
  const draw = async () => 'drawn'
  await inTurn(draw)
  vi.advanceTimersByTime(20_000)
  await inTurn(draw)
  expect(() => inTurn(draw)).toThrow(expect.objectContaining({ ...refusal, retryAfter: 40 }))
  vi.advanceTimersByTime(40_000)
  expect(await inTurn(draw)).toBe('drawn')
})
