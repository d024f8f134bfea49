import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from '#server/backup/backup-error.ts'
import type { DumpFacts } from '#server/backup/dump-database.repo.ts'
import { DatabaseClient } from '#server/db/database-client.ts'
import { migrateTo } from '#server/db/migrate.ts'

/** Fills a database table by table. */
export interface DatabaseLoader {
  /** Takes an entry of `dumpDatabase`; those of a table one after another. */
  load: (table: string, rows: Readable) => Promise<void>
  /** Puts everything into force: afterwards the database is as it was. */
  finish: () => Promise<void>
  close: () => Promise<void>
}

interface Constraint {
  table: string
  name: string
  definition: string
}

/** The names of the tables in `public`, quoted, with their schema. */
const listTables = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1",
  )
  return rows.map(({ name }) => name)
}

/** Runs statements in one round trip: there are hundreds of keys and triggers. */
const runAll = (client: pg.Client, statements: string[]) => client.query(statements.join(';'))

/** Rows arrive table by table, so a row may refer to one that comes later. */
const dropForeignKeys = async (client: pg.Client): Promise<Constraint[]> => {
  const { rows } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  await runAll(
    client,
    rows.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
  )
  return rows
}

/** How a trigger is switched on again, by the state that it has in the catalogue. */
const switchOn: Record<string, string> = { O: 'enable', A: 'enable always', R: 'enable replica' }

/** Switches off what guards and notes changes. Returns how to switch it on as it was. */
const pauseTriggers = async (client: pg.Client) => {
  const { rows } = await client.query<{ table: string; name: string; state: string }>(`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name, tgenabled as state
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgenabled <> 'D' and relnamespace = 'public'::regnamespace`)
  await runAll(
    client,
    rows.map(({ table, name }) => `alter table ${table} disable trigger ${name}`),
  )
  return () =>
    runAll(
      client,
      rows.map(({ table, name, state }) => `alter table ${table} ${switchOn[state]} trigger ${name}`),
    )
}

/**
 * Fills tables, one after another. The parts of a table go into one COPY, since they end anywhere in a row: the
 * protocol hands rows over in pieces.
 */
const openTables = (client: pg.Client, tables: DumpFacts['tables']) => {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
  let current: { table: string; rows: PassThrough; copied: Promise<void> } | null = null
  const finish = async () => {
    current?.rows.end()
    await current?.copied
    current = null
  }
  const begin = async (table: string) => {
    await finish()
    const columns = columnsOf.get(table)
    if (!columns) throw new BackupError(`Копия повреждена: таблицы ${table} в ней быть не должно.`)
    const rows = new PassThrough()
    const copied = pipeline(rows, client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)))
    // the part under way fails with the same error
    copied.catch(() => {})
    current = { table, rows, copied }
    return current
  }
  const load = async (table: string, part: Readable) => {
    const { rows } = current?.table === table ? current : await begin(table)
    await pipeline(part, rows, { end: false })
  }
  return { load, finish }
}

/**
 * Opens an empty database for the rows of an archive, in one transaction: first the schema that they had. Throws
 * BackupError when the database is not empty, or the archive is of a newer version of the site.
 */
export const openLoader = async (url: string, facts: DumpFacts): Promise<DatabaseLoader> => {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    if ((await listTables(client)).length > 0)
      throw new BackupError('База данных не пуста. Восстановить копию можно только в пустую.')
    if (!(await migrateTo({ url }, facts.migrations)))
      throw new BackupError('Копия сделана более новой версией сайта. Сначала обновите сайт, потом восстановите её.')
    await client.query("begin; set local timezone = 'UTC'; set local statement_timeout = 0")
    const tables = await listTables(client)
    const keys = await dropForeignKeys(client)
    const resumeTriggers = await pauseTriggers(client)
    // migrations fill some tables
    await client.query(`truncate ${tables.join(', ')}`)
    const rows = openTables(client, facts.tables)
    return {
      load: rows.load,
      finish: async () => {
        await rows.finish()
        for (const { name, last_value } of facts.sequences)
          if (last_value !== null) await client.query('select setval($1, $2)', [name, last_value])
        await resumeTriggers()
        await runAll(
          client,
          keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
        )
        await client.query('commit')
        await client.query('analyze')
      },
      close: () => client.end().catch(() => {}),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
