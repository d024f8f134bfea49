import { Readable } from 'node:stream'
import type { LiveEvent } from '#contract/events/events.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'

/** Whoever leaves more than this unread is gone, in bytes: events are small, and a page asks for what it missed. */
const mostUnread = 256 * 1024

/** One event as a stream carries it. */
export const eventText = (id: number, event: LiveEvent) =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** Names the event to go on after, without one. */
export const placeText = (id: number) => `id: ${id}\n\n`

/** How long to wait before coming again, in milliseconds. */
export const retryText = (wait: number) => `retry: ${wait}\n\n`

/** Says that both ends are still there. */
export const beatText = ':\n\n'

/** An open stream of one page. */
export interface EventStream {
  /** Whose page it is. */
  actor: Actor
  /** The session it was opened with. */
  tokenHash: Buffer
  /** What goes out. */
  bytes: Readable
  /** Ids of what it was told lately: the same comes with what was missed and live. */
  told: Set<number>
  /** Adds to it; a reader that does not read is cut off. */
  write: (text: string) => void
  /** Lets the reader have what was written, and no more. */
  end: (lastWords?: string) => void
  /** Cuts it off. */
  cut: () => void
}

/** Opens a stream; `bytes` closes when the page is gone. */
export const openEventStream = (actor: Actor, tokenHash: Buffer): EventStream => {
  const bytes = new Readable({ read: () => {} })
  let ended = false
  const write = (text: string) => {
    if (ended || bytes.destroyed) return
    if (bytes.readableLength > mostUnread) bytes.destroy()
    else bytes.push(text)
  }
  return {
    actor,
    tokenHash,
    bytes,
    told: new Set(),
    write,
    end: (lastWords) => {
      if (lastWords) write(lastWords)
      if (!ended && !bytes.destroyed) bytes.push(null)
      ended = true
    },
    cut: () => bytes.destroy(),
  }
}
