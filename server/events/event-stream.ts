import { Readable } from 'node:stream'
import type { LiveEvent } from '#contract/events/events.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/**
 * A reader that leaves more than this unread counts as gone, in bytes: events are small, and a page reloads what it
 * missed.
 */
const maxUnreadBytes = 256 * 1024

/** One event as text of the stream. */
export const eventText = (id: number, event: LiveEvent) =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** Sets the id to resume after, without an event. */
export const placeText = (id: number) => `id: ${id}\n\n`

/** Sets the pause before the page connects again, in milliseconds. */
export const retryText = (wait: number) => `retry: ${wait}\n\n`

/** Shows that both ends are still there. */
export const beatText = ':\n\n'

/** An open stream of one page. */
export interface EventStream {
  /** The user of the page. */
  actor: Actor
  /** The session it was opened with. */
  tokenHash: Buffer
  /** The outgoing bytes. */
  bytes: Readable
  /** Ids of events sent since the last beat: those that were missed may also arrive live. */
  sentIds: Set<number>
  /** Writes to the stream; a reader that does not read is disconnected. */
  write: (text: string) => void
  /** Ends the stream after the reader gets what was written. */
  end: (lastText?: string) => void
  /** Disconnects at once. */
  cut: () => void
}

/** Opens a stream; `bytes` closes when the page is gone. */
export const openEventStream = (actor: Actor, tokenHash: Buffer): EventStream => {
  const bytes = new Readable({ read: () => {} })
  let ended = false
  const write = (text: string) => {
    if (ended || bytes.destroyed) return
    if (bytes.readableLength > maxUnreadBytes) bytes.destroy()
    else bytes.push(text)
  }
  return {
    actor,
    tokenHash,
    bytes,
    sentIds: new Set(),
    write,
    end: (lastText) => {
      if (lastText) write(lastText)
      if (!ended && !bytes.destroyed) bytes.push(null)
      ended = true
    },
    cut: () => bytes.destroy(),
  }
}
