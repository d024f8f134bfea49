import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The first pause before connecting again, in milliseconds; each next pause is twice as long. */
const firstPause = 250
const longestPause = 15_000

/**
 * How often the connection notifies its own channel to check that it still listens, in milliseconds: a network that is
 * gone gives no error, and behind a transaction pooler nothing arrives.
 */
const checkInterval = 20_000

/** How long to wait for a response of the database, in milliseconds. */
const patience = 10_000

interface Heard {
  /** Called when the connection listens: for the first time, or again after it was lost. */
  onListening: (again: boolean) => void
  /** Called with the payload of a `notify`. */
  onNotice: (payload: string) => void
  onError: (error: unknown) => void
}

/**
 * Listens to a channel of PostgreSQL on its own connection, and connects again whenever it is lost. Notifications sent
 * in the meantime are lost: `onListening` is the moment to load what they were about.
 */
export const listenTo = (url: string, channel: string, { onListening, onNotice, onError }: Heard) => {
  const stopping = new AbortController()
  const { signal } = stopping
  let pause = firstPause
  let again = false

  /** One connection, from its beginning to its loss. */
  const hear = () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'praktika: events',
      keepAlive: true,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    })
    const { promise: lost, reject } = Promise.withResolvers<never>()
    const stop = () => reject(signal.reason)
    let hears = false
    let echoed = false
    const call = () => client.query(`select pg_notify($1, '')`, [channel]).catch(reject)
    const onEcho = () => {
      echoed = true
      if (hears) return
      hears = true
      pause = firstPause
      onListening(again)
      again = true
    }
    const check = setInterval(() => {
      if (!echoed) reject(new Error('The connection that listens hears nothing: is there a pooler in between?'))
      echoed = false
      void call()
    }, checkInterval)
    const begin = async () => {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      await call()
    }
    client.on('error', reject)
    client.once('end', () => reject(new Error('The connection that listens has ended.')))
    client.on('notification', ({ payload }) => (payload ? onNotice(payload) : onEcho()))
    signal.addEventListener('abort', stop)
    begin().catch(reject)
    return lost.finally(() => {
      clearInterval(check)
      signal.removeEventListener('abort', stop)
      // not awaited: it would never resolve over a network that is gone
      void client.end().catch(() => {})
    })
  }

  const run = async () => {
    while (!signal.aborted) {
      await hear().catch((error) => signal.aborted || onError(error))
      await sleep(pause, undefined, { signal }).catch(() => {})
      pause = Math.min(pause * 2, longestPause)
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
