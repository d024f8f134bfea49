import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import type { LiveEvent } from '#contract/events/events.schema.ts'

/**
 * Waits until there is no fault. `vi.waitFor` and `expect.poll` would let time pass on a fake clock, and so might cause a
 * beat that nobody asked for.
 */
const waitUntilFine = async (findFault: () => string | null, timeoutMs = 15_000) => {
  const deadline = performance.now() + timeoutMs
  for (let fault = findFault(); fault !== null; fault = findFault()) {
    if (performance.now() > deadline) throw new Error(fault)
    await sleep(20)
  }
}

/** Opens a stream as a page does, over the network, and collects what it receives. */
export const openStream = async (url: string, token: string, lastId?: string) => {
  const closing = new AbortController()
  const received: LiveEvent[] = []
  const state = { id: undefined as string | undefined, retry: undefined as number | undefined, beats: 0, isOpen: true }
  const { onId, onRetry, onComment } = {
    onId: (id: string) => {
      state.id = id
    },
    onRetry: (wait: number) => {
      state.retry = wait
    },
    onComment: () => {
      state.beats += 1
    },
  }
  const parser = createParser({ onEvent: ({ data }) => received.push(JSON.parse(data)), onId, onRetry, onComment })
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}`, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
    signal: closing.signal,
  })
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(chunk)
  }
  // a stream that breaks is over as well
  void read()
    .catch(() => {})
    .finally(() => {
      state.isOpen = false
    })
  // it has sent its position: what follows is received
  if (response.ok) await waitUntilFine(() => (state.id === undefined ? 'The stream is silent.' : null))
  return {
    response,
    state,
    received,
    /** Waits until these events were received. */
    expectReceived: (events: object[], timeoutMs?: number) =>
      waitUntilFine(() => {
        const missing = events.filter((event) => !received.some((one) => isLike(one, event)))
        return missing.length === 0 ? null : `Not received: ${JSON.stringify(missing)}`
      }, timeoutMs),
    /** Waits until it has received this many beats. */
    expectBeats: (count: number) =>
      waitUntilFine(() => (state.beats === count ? null : `Beats: ${state.beats} instead of ${count}`)),
    close: () => closing.abort(),
  }
}

const isLike = (event: object, part: object) =>
  Object.entries(part).every(([key, value]) => (event as Record<string, unknown>)[key] === value)
