import { createParser } from 'eventsource-parser'
import { eventsApi } from '#contract/events/events.api.ts'
import type { LiveEvent } from '#contract/events/events.schema.ts'

/** A stream that has said nothing yet is given up after this, in milliseconds: something on the way gathers it. */
const firstPatience = 15_000
/** So is one that falls silent: it says at least a word every 20 seconds. */
const patience = 45_000

interface StreamHandlers {
  /** Something came: the stream works. */
  onAlive: () => void
  onEvent: (event: LiveEvent, id: string | undefined) => void
  /** Where to resume if the stream breaks now. */
  onId: (id: string) => void
  /** The server asks not to be called again sooner than this, in milliseconds. */
  onRetry: (wait: number) => void
}

/** Reads a stream to its end. Throws when it breaks or fails to open; returns 'refused' when the session is over. */
export const readStream = async (
  { token, lastId, signal }: { token: string; lastId: string | undefined; signal: AbortSignal },
  { onAlive, onEvent, onId, onRetry }: StreamHandlers,
): Promise<'ended' | 'refused'> => {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), firstPatience)
  try {
    const response = await fetch(eventsApi.listen.path, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (response.status === 401) return 'refused'
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!response.ok || !isStream || !response.body) throw new Error(`No stream: ${response.status}`)

    const parser = createParser({ onEvent: ({ data, id }) => onEvent(JSON.parse(data), id), onId, onRetry })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'ended'
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), patience)
      onAlive()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}
