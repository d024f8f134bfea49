import { setTimeout as sleep } from 'node:timers/promises'
import { LiveEvent } from '#contract/events/events.schema.ts'
import { type Actor, isCurator } from '#contract/users/users.policy.ts'
import type { Database } from '#server/db/database.ts'
import { listenTo } from '#server/db/listener.ts'
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
  findLatestEventId,
  findLiveSessions,
  listEventsSince,
  listLatestEvents,
  type StoredEvent,
} from '#server/events/events.repo.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How often a stream sends a beat and its session is checked, in milliseconds. */
export const beatIntervalMs = 20_000

/** Max open streams of one person in one process; a new one replaces the oldest. */
export const maxStreams = 20

/** When a page connects again after its stream broke, and after it was replaced, in milliseconds. */
const retryAfterMs = 2000
const retryAfterRoomMs = 60_000

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

const receives = ({ id, role }: Actor, { user_ids, to_curators }: StoredEvent) =>
  user_ids.includes(id) || (to_curators && isCurator({ id, role }))

/** The outgoing part of an event: only what is declared; null for one that another version of the site wrote. */
const textOf = ({ id, event }: StoredEvent) => {
  const { data } = LiveEvent.safeParse(event)
  return data ? eventText(id, data) : null
}

/**
 * The streams that are open in this process, and the one connection that listens for all of them, made with the first
 * stream. An event may be sent twice: after a loss everything since a moment before it is sent again, except what a
 * stream received since its last beat.
 */
export const createLiveStreams = ({ db, url }: Database, onError: (error: unknown) => void) => {
  const streams = new Set<EventStream>()
  const waiting = new Set<number>()
  let gathering: NodeJS.Timeout | undefined
  let listening: { ready: Promise<void>; stop: () => Promise<void> } | null = null
  let closed = false
  /** The latest event that was sent. */
  let place = 0

  const sendOne = (stream: EventStream, { id }: StoredEvent, text: string | null) => {
    if (text === null || stream.sentIds.has(id)) return
    stream.sentIds.add(id)
    stream.write(text)
  }

  const send = (events: StoredEvent[]) => {
    for (const event of events) {
      const text = textOf(event)
      for (const stream of streams) if (receives(stream.actor, event)) sendOne(stream, event, text)
      place = Math.max(place, event.id)
    }
  }

  const gather = (wait = gatherTimeMs) => {
    gathering ??= setTimeout(read, wait)
  }

  const read = async () => {
    const ids = [...waiting]
    waiting.clear()
    try {
      send(await findEvents(db, ids))
      gathering = undefined
      if (waiting.size > 0) gather()
    } catch (error) {
      onError(error)
      for (const id of ids) waiting.add(id)
      gathering = undefined
      if (!closed) gather(rereadAfterMs)
    }
  }

  /** After the connection was lost. */
  const catchUp = async () => {
    try {
      const missed = await listEventsSince(db, place)
      if (missed) return send(missed)
      place = await findLatestEventId(db)
      const text = eventText(place, { type: 'reset' })
      for (const stream of streams) stream.write(text)
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
        if (streams.size === 0) return
        waiting.add(Number(payload))
        gather()
      },
      onError,
    })
    const beating = setInterval(beat, beatIntervalMs)
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

  /** Ends the streams of expired sessions; updates the roles of the others. */
  const checkSessions = async () => {
    const checked = [...streams]
    const sessions = await findLiveSessions(
      db,
      checked.map(({ tokenHash }) => tokenHash),
    )
    const actors = new Map(sessions.map(({ token_hash, ...actor }) => [token_hash.toString('hex'), actor]))
    for (const stream of checked) {
      const actor = actors.get(stream.tokenHash.toString('hex'))
      if (actor) stream.actor = actor
      else stream.end()
    }
  }

  const beat = () => {
    if (streams.size === 0) return
    const text = placeText(place) + beatText
    for (const stream of streams) {
      stream.write(text)
      stream.sentIds.clear()
    }
    checkSessions().catch(onError)
  }

  const makeRoom = (userId: number) => {
    const own = [...streams].filter(({ actor }) => actor.id === userId)
    for (const stream of own.slice(0, Math.max(0, own.length - maxStreams))) {
      streams.delete(stream)
      stream.end(retryText(retryAfterRoomMs))
    }
  }

  /** What the page missed since its last event, or in the moment since it was loaded, and the id to resume after. */
  const resume = async (stream: EventStream, lastId: number | null) => {
    const latest = await findLatestEventId(db)
    place = Math.max(place, latest)
    const { actor } = stream
    const missed = await (lastId === null ? listLatestEvents(db, actor) : listEventsSince(db, lastId, actor))
    if (!missed) return stream.write(eventText(latest, { type: 'reset' }))
    for (const event of missed) sendOne(stream, event, textOf(event))
    stream.write(placeText(latest))
  }

  /** Opens a stream that resumes after an event; null for a page that has received none. */
  const open = async (actor: Actor, tokenHash: Buffer, lastId: number | null) => {
    if (closed) throw new Refusal('not-ready')
    listening ??= listen()
    await Promise.race([listening.ready, tooLate()])
    const stream = openEventStream(actor, tokenHash)
    streams.add(stream)
    stream.bytes.once('close', () => streams.delete(stream))
    makeRoom(actor.id)
    try {
      stream.write(retryText(retryAfterMs))
      await resume(stream, lastId)
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
    for (const stream of streams) stream.cut()
    await listening?.stop()
  }

  return { open, close }
}
