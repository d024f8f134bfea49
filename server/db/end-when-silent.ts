import pg from 'pg'
import { DatabaseClient } from '#server/db/database-client.ts'

/**
 * How often it is checked whether somebody waits, how long they may, and how long the database may be silent; in
 * milliseconds.
 */
const limitsMs = { check: 2500, patience: 5000, silence: 5000 }

/** Whether the database says anything to a new connection, a refusal included. */
const responds = async (config: pg.ClientConfig) => {
  const { silence } = limitsMs
  const client = new DatabaseClient({ ...config, connectionTimeoutMillis: silence, query_timeout: silence })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    void client.end().catch(() => {})
  }
}

/**
 * Ends the connections of a pool whose queries wait for a database that has fallen silent, as when its machine or the
 * network is gone without a word: nothing else would end the wait for many minutes. What was asked fails, and people
 * are asked to come back. A query that merely takes long is left alone: the database says something to others. `lent`:
 * since when each connection is lent out, the longest first.
 */
export const endWhenSilent = (lent: ReadonlyMap<pg.PoolClient, number>, config: pg.ClientConfig) => {
  let isChecking = false
  const check = async () => {
    const [since] = lent.values()
    if (isChecking || since === undefined || performance.now() - since < limitsMs.patience) return
    isChecking = true
    const asked = [...lent]
    if (!(await responds(config)))
      for (const [client, at] of asked)
        if (lent.get(client) === at) void (client as unknown as pg.Client).end().catch(() => {})
    isChecking = false
  }
  setInterval(check, limitsMs.check).unref()
}
