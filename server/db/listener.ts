import { setTimeout as sleep } from 'node:timers/promises'
import { isDirect } from '#server/db/alone.ts'
import { DatabaseClient } from '#server/db/database-client.ts'

/** The first pause before connecting again, in milliseconds; each next pause is twice as long. */
const firstPauseMs = 250
const maxPauseMs = 15_000

/**
 * How often the connection notifies its own channel to check that it still listens, in milliseconds: a network that is
 * gone gives no error, and behind a transaction pooler nothing arrives.
 */
const checkIntervalMs = 20_000

/** How long to wait for a response of the database, in milliseconds. */
const responseTimeoutMs = 10_000

/** How long requests wait for a round trip, in milliseconds. */
const roundTripPatienceMs = 1000

interface Listener {
  /** Called when the connection listens: for the first time, or again after it was lost. */
  onListening: (again: boolean) => void
  /** Called when the connection was lost, and when it is stopped. */
  onLost?: () => void
  /** Called with the payload of a `notify`. */
  onNotice: (payload: string) => void
  onError: (error: unknown) => void
}

/**
 * Makes round trips on a connection, one at a time. One that takes longer than requests wait resolves false, and so do
 * those after it until it has ended: a connection that is only late has missed nothing. It is lost once `onError` is
 * called.
 */
const roundTripsOn = (client: DatabaseClient, onError: (error: unknown) => void) => {
  let isLate = false
  return async () => {
    if (isLate) return false
    let isOver = false
    const { promise: late, resolve } = Promise.withResolvers<false>()
    const giveUp = () => {
      isLate = !isOver
      resolve(false)
    }
    // a process that was busy first reads what has arrived in the meantime
    const timer = setTimeout(() => setImmediate(giveUp), roundTripPatienceMs)
    const trip = client
      .query('')
      .then(
        () => true,
        (error) => {
          onError(error)
          return false
        },
      )
      .finally(() => {
        isOver = true
        isLate = false
        clearTimeout(timer)
      })
    return Promise.race([trip, late])
  }
}

/**
 * Listens to a channel of PostgreSQL on its own connection, and connects again whenever it is lost. Notifications sent
 * in the meantime are lost: `onListening` is the moment to load what they were about.
 */
export const listenTo = (
  url: string,
  channel: string,
  { onListening, onLost = () => {}, onNotice, onError }: Listener,
) => {
  const stopping = new AbortController()
  const { signal } = stopping
  let pauseMs = firstPauseMs
  let again = false
  /** Makes a round trip on the connection that listens now. */
  let roundTrip: (() => Promise<boolean>) | null = null

  /** One connection, from its beginning to its loss. */
  const connect = () => {
    const client = new DatabaseClient({
      connectionString: url,
      application_name: channel.replace('_', ': '),
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    })
    const { promise: lost, reject } = Promise.withResolvers<never>()
    const stop = () => reject(signal.reason)
    let isListening = false
    let echoed = false
    /** Whether all queries reach the process of PostgreSQL that listens: a pooler may pass each to another one. */
    let isOwn = false
    const call = () => client.query(`select pg_notify($1, '')`, [channel]).catch(reject)
    const onEcho = () => {
      echoed = true
      if (isListening) return
      isListening = true
      if (isOwn) roundTrip = roundTripsOn(client, reject)
      pauseMs = firstPauseMs
      onListening(again)
      again = true
    }
    const check = setInterval(() => {
      if (!echoed) reject(new Error('The connection that listens receives nothing: is there a pooler in between?'))
      echoed = false
      void call()
    }, checkIntervalMs)
    const begin = async () => {
      await client.connect()
      isOwn = await isDirect(client)
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      await call()
    }
    client.on('error', reject)
    client.once('end', () => reject(new Error('The connection that listens has ended.')))
    client.on('notification', ({ payload }) => (payload ? onNotice(payload) : onEcho()))
    signal.addEventListener('abort', stop)
    begin().catch(reject)
    return lost.finally(() => {
      roundTrip = null
      onLost()
      clearInterval(check)
      signal.removeEventListener('abort', stop)
      // not awaited: it would never resolve over a network that is gone
      void client.end().catch(() => {})
    })
  }

  const run = async () => {
    while (!signal.aborted) {
      await connect().catch((error) => signal.aborted || onError(error))
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
  }
  const running = run()
  return {
    /**
     * Resolves true once every notification of a transaction whose commit was acknowledged before the call has been
     * received: PostgreSQL sends what is waiting for a connection before it is ready for the next query. False while
     * nothing listens or the database is late, or there is a pooler in between. Calls must not overlap.
     */
    catchUp: async () => roundTrip?.() ?? false,
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
