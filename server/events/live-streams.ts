import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { LiveEvent } from '#contract/events/events.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Database } from '#server/db/database.ts'
import { listenTo } from '#server/db/listener.ts'
import { keptMs } from '#server/events/event-limits.ts'
import {
  beatText,
  type EventStream,
  eventText,
  openEventStream,
  placeText,
  retryText,
} from '#server/events/event-stream.ts'
import {
  eventsChannel,
  findEvents,
  findLiveSessions,
  listRecentEvents,
  type StoredEvent,
} from '#server/events/events.repo.ts'
import { createOpenStreams } from '#server/events/open-streams.ts'
import { createRecentEvents, maxAtOnce } from '#server/events/recent-events.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How often a stream sends a beat and its session is checked, in milliseconds. */
export const beatIntervalMs = 20_000

/** Max open streams of one person in one process; a new one replaces the oldest. */
export const maxStreams = 20

/** When a page connects again after its stream broke, and after it was replaced, in milliseconds. */
const minRetryMs = 2000
const retryAfterRoomMs = 60_000

/**
 * What many pages do at once (connect, load what an event is about) is spread over this long for each of them, in
 * milliseconds: a process answers 500 to 1,000 of them in a second, and others should not wait for all of them.
 */
const spreadPerPageMs = 2
/** Fewer pages need no spreading. */
const minSpreadPages = 100

/** How many streams are written to in one go; then the process does something else first. */
const sliceSize = 200

/** Ids that arrive within this time are read together, in milliseconds. */
const gatherTimeMs = 10
/** When ids that failed to load are read again, in milliseconds. */
const rereadAfterMs = 1000

/** How long a page waits for the connection that listens, in milliseconds. */
const listenTimeoutMs = 10_000
const tooLate = async () => {
  await sleep(listenTimeoutMs, undefined, { ref: false })
  throw new Refusal('not-ready')
}

const slicesOf = <Item>(items: readonly Item[]) =>
  Array.from({ length: Math.ceil(items.length / sliceSize) }, (_, index) =>
    items.slice(index * sliceSize, (index + 1) * sliceSize),
  )

/** How an event asks its readers to spread what they load. */
const spreadOf = (readers: number) => (readers < minSpreadPages ? {} : { within_ms: readers * spreadPerPageMs })

/** The outgoing part of an event: only what is declared; null for one that another version of the site wrote. */
const textOf = ({ id, event }: StoredEvent, readers: number) => {
  const { data } = LiveEvent.safeParse(event)
  if (!data) return null
  return eventText(id, data.type === 'notification' ? { ...data, ...spreadOf(readers) } : data)
}

/**
 * The streams that are open in this process, and the one connection that listens for all of them, made with the first
 * stream. An event may be sent twice: after a loss everything since a moment before it is sent again, except what a
 * stream received since its last beat.
 */
export const createLiveStreams = ({ db, url }: Database, onError: (error: unknown) => void) => {
  const streams = createOpenStreams()
  const recent = createRecentEvents()
  const waiting = new Set<number>()
  let gathering: NodeJS.Timeout | undefined
  let listening: { ready: Promise<void>; stop: () => Promise<void> } | null = null
  /** Fills `recent`; null when events were not read since. */
  let loaded: Promise<StoredEvent[]> | null = null
  let closed = false

  const sendOne = (stream: EventStream, id: number, text: string | null) => {
    if (text === null || stream.sentIds.has(id)) return
    stream.sentIds.add(id)
    stream.write(text)
  }

  /** Writes to many streams, in slices. */
  const toEach = async (many: readonly EventStream[], act: (stream: EventStream) => void) => {
    for (const [index, slice] of slicesOf(many).entries()) {
      if (index > 0) await turn()
      for (const stream of slice) act(stream)
    }
  }

  const send = async (events: readonly StoredEvent[]) => {
    for (const event of events) {
      const readers = streams.receiving(event)
      const text = textOf(event, readers.length)
      await toEach(readers, (stream) => sendOne(stream, event.id, text))
    }
  }

  const gather = (wait = gatherTimeMs) => {
    gathering ??= setTimeout(read, wait)
  }

  const read = async () => {
    const ids = [...waiting]
    waiting.clear()
    try {
      const events = await findEvents(db, ids)
      recent.add(events)
      await send(events)
      gathering = undefined
      if (waiting.size > 0) gather()
    } catch (error) {
      onError(error)
      for (const id of ids) waiting.add(id)
      gathering = undefined
      if (!closed) gather(rereadAfterMs)
    }
  }

  /** Returns those that were not known. */
  const load = () => {
    const known = recent.begin()
    const loading: Promise<StoredEvent[]> = listRecentEvents(db).then((events) => {
      // begun again in the meantime
      if (loaded !== loading) return loaded ?? []
      recent.fill(events, Date.now() - keptMs)
      return events.filter(({ id }) => !known.has(id))
    })
    loading.catch(() => {
      if (loaded === loading) loaded = null
    })
    return loading
  }

  /** After the connection was lost. */
  const catchUp = async () => {
    try {
      const last = recent.latestId()
      loaded = load()
      const missed = await loaded
      if (recent.hasAllAfter(last) && missed.length <= maxAtOnce) return await send(missed)
      const text = eventText(recent.latestId(), { type: 'reset', ...spreadOf(streams.size()) })
      await toEach(streams.all(), (stream) => stream.write(text))
    } catch (error) {
      onError(error)
      if (!closed) setTimeout(catchUp, rereadAfterMs).unref()
    }
  }

  const listen = () => {
    const first = Promise.withResolvers<void>()
    const { stop } = listenTo(url, eventsChannel, {
      onListening: (again) => {
        first.resolve()
        if (again) void catchUp()
      },
      onNotice: (payload) => {
        if (streams.size() === 0) {
          loaded = null
          return
        }
        waiting.add(Number(payload))
        gather()
      },
      onError,
    })
    const beating = setInterval(() => beat().catch(onError), beatIntervalMs)
    first.promise.catch(() => {})
    return {
      ready: first.promise,
      stop: () => {
        clearInterval(beating)
        first.reject(new Refusal('not-ready'))
        return stop()
      },
    }
  }

  /** Ends the streams of expired sessions; updates the rights of the others. */
  const checkSessions = async (checked: readonly EventStream[]) => {
    const sessions = await findLiveSessions(
      db,
      checked.map(({ tokenHash }) => tokenHash),
    )
    const live = new Map(sessions.map((session) => [session.token_hash.toString('hex'), session]))
    for (const stream of checked) {
      const session = live.get(stream.tokenHash.toString('hex'))
      if (session) streams.setRights(stream, session)
      else stream.end()
    }
  }

  const retryMs = () => Math.max(minRetryMs, streams.size() * spreadPerPageMs)

  /** Many streams get their beats over half of the time between two beats. */
  const beat = async () => {
    const slices = slicesOf(streams.all())
    for (const [index, slice] of slices.entries()) {
      if (index > 0) await sleep(beatIntervalMs / 2 / slices.length, undefined, { ref: false })
      if (closed) return
      const text = retryText(retryMs()) + placeText(recent.latestId()) + beatText
      for (const stream of slice) {
        stream.write(text)
        stream.sentIds.clear()
      }
      await checkSessions(slice).catch(onError)
    }
  }

  const makeRoom = (userId: number) => {
    const own = streams.of(userId)
    for (const stream of own.slice(0, Math.max(0, own.length - maxStreams))) {
      streams.remove(stream)
      stream.end(retryText(retryAfterRoomMs))
    }
  }

  /** What the page missed since its last event, or in the moment since it was loaded, and the id to resume after. */
  const resume = (stream: EventStream, lastId: number | null) => {
    const latest = recent.latestId()
    const { actor } = stream
    const missed = lastId === null ? recent.listLatest(actor) : recent.listAfter(actor, lastId)
    if (!missed) return stream.write(eventText(latest, { type: 'reset' }))
    for (const event of missed) sendOne(stream, event.id, textOf(event, 1))
    stream.write(placeText(latest))
  }

  /** Opens a stream that resumes after an event; null for a page that has received none. */
  const open = async (actor: Actor, tokenHash: Buffer, lastId: number | null) => {
    if (closed) throw new Refusal('not-ready')
    listening ??= listen()
    await Promise.race([listening.ready, tooLate()])
    const stream = openEventStream(actor, tokenHash)
    // from now on it receives events: what it missed is read after this
    streams.add(stream)
    stream.bytes.once('close', () => streams.remove(stream))
    makeRoom(actor.id)
    try {
      loaded ??= load()
      await loaded
      stream.write(retryText(retryMs()))
      resume(stream, lastId)
    } catch (error) {
      stream.cut()
      throw error
    }
    return stream.bytes
  }

  /** Disconnects all streams and stops listening. */
  const close = async () => {
    closed = true
    clearTimeout(gathering)
    for (const stream of streams.all()) stream.cut()
    await listening?.stop()
  }

  return { open, close, size: streams.size }
}
