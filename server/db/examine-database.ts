import { ConfigError } from '#server/config.ts'
import { DatabaseClient } from '#server/db/database-client.ts'
import { judgeDatabase } from '#server/db/judge-database.ts'

interface Facts {
  version: string
  name: string
  may_create: boolean
  owns_all: boolean
  /** Whether another role owns everything, and this one can run the site on it (`npm run migrate`). */
  is_guest: boolean
  /** Seconds by which the clock of the database is ahead of this machine's. */
  aheadSeconds: number
  warnings: string[]
  /** Why the site cannot use it; null when it can. */
  trouble: string | null
}

const facts = `select current_setting('server_version') as version, current_database() as name,
  has_schema_privilege('public', 'create') as may_create,
  not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not pg_has_role(relowner, 'usage')) as owns_all,
  not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and pg_has_role(relowner, 'usage')) and to_regclass('public.audit_entries') is not null
    and has_table_privilege('audit_entries', 'insert') and not has_table_privilege('audit_entries', 'update') as is_guest,
  extract(epoch from clock_timestamp())::float * 1000 as now`

/** What the doctor wants to know about a database. Throws what the driver throws. */
export const examineDatabase = async (url: string): Promise<Facts> => {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const began = Date.now()
    const { rows } = await client.query(facts)
    const between = (began + Date.now()) / 2
    const { version, name, may_create, owns_all, is_guest, now } = rows[0]
    const known = { version, name, may_create, owns_all, is_guest, aheadSeconds: (now - between) / 1000 }
    try {
      return { ...known, warnings: await judgeDatabase(client), trouble: null }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return { ...known, warnings: [], trouble: error.message }
    }
  } finally {
    await client.end().catch(() => {})
  }
}
