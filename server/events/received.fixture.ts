import { createParser } from 'eventsource-parser'
import { vi } from 'vitest'
import type { LiveEvent } from '#contract/events/events.schema.ts'

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
  if (response.ok) await vi.waitFor(() => state.id ?? Promise.reject(new Error('The stream says nothing.')), 5000)
  return {
    response,
    state,
    received,
    /** Waits until these events were received. */
    expectReceived: (events: object[], timeout = 5000) =>
      vi.waitFor(() => {
        const missing = events.filter((event) => !received.some((one) => isLike(one, event)))
        if (missing.length > 0) throw new Error(`Not received: ${JSON.stringify(missing)}`)
      }, timeout),
    close: () => closing.abort(),
  }
}

const isLike = (event: object, part: object) =>
  Object.entries(part).every(([key, value]) => (event as Record<string, unknown>)[key] === value)
