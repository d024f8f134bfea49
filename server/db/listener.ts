import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Waits between attempts to connect again: each is twice the one before, in milliseconds. */
const firstPause = 250
const longestPause = 15_000

/**
 * How often the connection calls into its own channel, to hear itself, in milliseconds: a network that went away says
 * nothing, and behind a pooler that hands connections round one listens in vain.
 */
const checkInterval = 20_000

/** How long an answer of the database is waited for, in milliseconds. */
const patience = 10_000

interface Heard {
  /** The connection listens: for the first time, or again after it was lost. */
  onListening: (again: boolean) => void
  /** What a `notify` brought along. */
  onNotice: (payload: string) => void
  onError: (error: unknown) => void
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and connects again whenever it is lost. What was said
 * meanwhile is not heard: `onListening` is the moment to look for it.
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
      // not waited for: over a network that went away it would never end
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
