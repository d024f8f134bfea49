import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { ArchiveWriter } from '#server/backup/archive.ts'
import { DatabaseClient } from '#server/db/database-client.ts'

/** A table of the site, by the names that SQL takes. */
export interface TableOfBackup {
  /** With its schema, quoted. */
  name: string
  /** Quoted; without those that PostgreSQL computes. */
  columns: string[]
}

/** What an archive says about its database. */
export interface DumpFacts {
  tables: TableOfBackup[]
  /** The last number of each sequence; null: not used yet. */
  sequences: { name: string; last_value: string | null }[]
  /** When each migration was made that the database has had, in milliseconds; in their order. */
  migrations: number[]
}

/** Takes the parts of tables, named `tables/public.users/000001`; a part ends anywhere in a row. */
type RowWriter = Pick<ArchiveWriter, 'add'>

/** How many bytes of a table are in one entry. */
const entrySize = 8 * 2 ** 20

const findTables = async (client: pg.Client): Promise<TableOfBackup[]> => {
  const { rows } = await client.query(`
    select format('%I.%I', nspname, relname) as name,
      array_agg(quote_ident(attname) order by attnum) filter (where attgenerated = '') as columns
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and nspname = 'public'
    group by nspname, relname order by nspname, relname`)
  return rows
}

const findFacts = async (client: pg.Client): Promise<DumpFacts> => {
  const { rows: sequences } = await client.query(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text
    from pg_sequences where schemaname = 'public' order by 1`)
  const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations order by id')
  return {
    tables: await findTables(client),
    sequences,
    migrations: rows.map(({ created_at }) => Number(created_at)),
  }
}

const dumpTable = async (client: pg.Client, { name, columns }: TableOfBackup, writer: RowWriter) => {
  let parts: Buffer[] = []
  let size = 0
  let count = 0
  const flush = async () => {
    count += 1
    await writer.add(`tables/${name}/${String(count).padStart(6, '0')}`, Buffer.concat(parts))
    parts = []
    size = 0
  }
  const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  for await (const part of rows as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= entrySize) await flush()
  }
  if (size > 0) await flush()
}

/**
 * Writes all rows of the database as they were at one moment, while the site stays in use: `facts` first, then the
 * tables in the text format of COPY, which any version of PostgreSQL reads. Needs no program beside PostgreSQL itself.
 */
export const dumpDatabase = async (url: string, writer: RowWriter, announce: (facts: DumpFacts) => Promise<void>) => {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // the query under way reports it
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query("begin isolation level repeatable read read only; set local timezone = 'UTC'")
    // a table is always read from its beginning
    await client.query('set local statement_timeout = 0; set local synchronize_seqscans = off')
    const facts = await findFacts(client)
    await announce(facts)
    for (const table of facts.tables) await dumpTable(client, table, writer)
    await client.query('commit')
  } finally {
    await client.end().catch(() => {})
  }
}
