import { demoHost } from '#server/auth/demo-password.ts'
import { DatabaseClient } from '#server/db/database-client.ts'

/** The demo school has one hash for all; only those who changed their passwords have others. */
const hashes = `select password_hash, count(*)::int as count from users
  where active and erased_at is null and password_hash is not null and email like $1
  group by password_hash order by count desc limit 20`

/** The hashes of passwords of the demo school's accounts that are open, and how many accounts have each. */
export const listDemoHashes = async (url: string) => {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<{ password_hash: string; count: number }>(hashes, [`%${demoHost}`])).rows
  } finally {
    await client.end().catch(() => {})
  }
}
