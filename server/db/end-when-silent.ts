import pg from 'pg'
import { DatabaseClient } from '#server/db/database-client.ts'

/**
 * How often it is checked whether somebody waits, how long they may, and how long the database may be silent; in
 * milliseconds.
 */
const limitsMs = { check: 2500, patience: 5000, silence: 5000 }

/** Connects to an address, and may send a query. Throws when either fails or gets no response in time. */
const ask = async (connectionString: string | undefined, query: 'select 1' | null) => {
  const { silence } = limitsMs
  const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: silence, query_timeout: silence })
  client.on('error', () => {})
  try {
    await client.connect()
    if (query) await client.query(query)
  } finally {
    void client.end().catch(() => {})
  }
}

const succeeds = (asked: Promise<void>) =>
  asked.then(
    () => true,
    () => false,
  )

/** A refusal is a response, too. */
const responds = (asked: Promise<void>) =>
  asked.then(
    () => true,
    (error) => error instanceof pg.DatabaseError,
  )

/** Where a pool connects to. */
interface Addresses {
  url: string | undefined
  /** The address of PostgreSQL itself, when `url` leads to a pooler. */
  directUrl?: string
}

/**
 * A pooler responds to connections itself. A query would wait there while its sessions are in use, which is not
 * silence: the database is asked directly, too. Where its own address leads nowhere, such as to a machine that another
 * has replaced, the query that the pooler passes on counts. A refusal there may be the pooler's.
 */
const isSilent = async ({ url, directUrl }: Addresses) => {
  if (!directUrl) return !(await responds(ask(url, 'select 1')))
  const [accepts, direct, passed] = await Promise.all([
    responds(ask(url, null)),
    responds(ask(directUrl, 'select 1')),
    succeeds(ask(url, 'select 1')),
  ])
  return !accepts || !(direct || passed)
}

/**
 * Ends the connections of a pool whose queries wait for a database that has fallen silent, as when its machine or the
 * network is gone without a word: nothing else would end the wait for many minutes. What was asked fails, and people
 * are asked to come back. A query that merely takes long is left alone: the database says something to others. `lent`:
 * since when each connection is lent out, the longest first.
 */
export const endWhenSilent = (lent: ReadonlyMap<pg.PoolClient, number>, addresses: Addresses) => {
  let isChecking = false
  const check = async () => {
    const [since] = lent.values()
    if (isChecking || since === undefined || performance.now() - since < limitsMs.patience) return
    isChecking = true
    const asked = [...lent]
    if (await isSilent(addresses))
      for (const [client, at] of asked)
        if (lent.get(client) === at) void (client as unknown as pg.Client).end().catch(() => {})
    isChecking = false
  }
  setInterval(check, limitsMs.check).unref()
}
