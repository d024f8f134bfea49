import { vi } from 'vitest'

/**
 * Holds back timers of this length until the test ends: what must happen before one is over may take as long as it takes.
 * Resolves, once the first has begun, with what ends it.
 */
export const holdTimer = (lengthMs: number) => {
  const { setTimeout } = globalThis
  const begun = Promise.withResolvers<() => void>()
  const begin = (end: () => void, ms?: number, ...given: unknown[]) => {
    if (ms !== lengthMs) return setTimeout(end, ms, ...given)
    begun.resolve(end)
    return setTimeout(() => {})
  }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(begin as typeof setTimeout)
  return begun.promise
}
