import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseClient } from '#server/db/database-client.ts'

/** The channel by which a process asks the holder of a lock to release it. */
const channel = 'praktika_locks'

/** Any number that no other use of `hashtextextended` as a lock has. */
const seed = 720_103

/** How often a lock that somebody holds is asked for again, in milliseconds. */
const retryMs = 50

/** How long to wait for a response of the database, in milliseconds. */
const responseTimeoutMs = 10_000

/** Locks by name that hold between all processes of the site, on whatever machines. */
export interface SharedLocks {
  /**
   * Takes a lock; false when `signal` aborts before. While this process holds it, `letGo` is called, perhaps several
   * times, when another one wants it, and when the lock is lost with the connection. A second caller in this process
   * must wait for the first by other means.
   */
  take: (name: string, letGo: () => unknown, signal: AbortSignal) => Promise<boolean>
  release: (name: string) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Advisory locks of one connection, made with the first lock: PostgreSQL releases them the moment their process dies.
 */
export const createSharedLocks = (url: string): SharedLocks => {
  const held = new Map<string, () => unknown>()
  let connection: Promise<pg.Client> | null = null

  const lose = () => {
    connection = null
    const lost = [...held.values()]
    held.clear()
    for (const letGo of lost) letGo()
  }

  const connect = async () => {
    const client = new DatabaseClient({
      connectionString: url,
      application_name: 'praktika: locks',
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    })
    client.on('error', () => {})
    client.on('notification', ({ payload = '' }) => held.get(payload)?.())
    try {
      await client.connect()
      client.once('end', lose)
      await client.query(`listen ${channel}`)
    } catch (error) {
      connection = null
      void client.end().catch(() => {})
      throw error
    }
    return client
  }

  const askNow = async (text: string, values: unknown[]) => {
    connection ??= connect()
    const client = await connection
    try {
      return (await client.query<{ done: boolean }>(text, values)).rows[0]?.done
    } catch (error) {
      // a connection that does not respond ends, and its locks with it
      void client.end().catch(() => {})
      throw error
    }
  }

  /** Questions of one connection wait for each other. */
  let last: Promise<unknown> = Promise.resolve()
  const ask = (text: string, values: unknown[]) => {
    const mine = last.then(() => askNow(text, values))
    last = mine.catch(() => {})
    return mine
  }

  return {
    take: async (name, letGo, signal) => {
      while (!signal.aborted) {
        if (await ask('select pg_try_advisory_lock(hashtextextended($1, $2)) as done', [name, seed])) {
          held.set(name, letGo)
          return true
        }
        await ask('select pg_notify($1, $2)', [channel, name])
        await sleep(retryMs, undefined, { signal }).catch(() => {})
      }
      return false
    },
    release: async (name) => {
      if (!held.delete(name)) return
      await ask('select pg_advisory_unlock(hashtextextended($1, $2)) as done', [name, seed])
    },
    stop: async () => {
      const client = await connection?.catch(() => null)
      await client?.end().catch(() => {})
    },
  }
}
