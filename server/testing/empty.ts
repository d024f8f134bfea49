import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** One statement: foreign keys are checked at its end, so that the order of tables does not matter. */
const deletion = (tables: readonly string[], sequences: readonly string[]) => {
  const deletes = tables.map((name, index) => `deleted${index} as (delete from ${name})`)
  const restarts = sequences.map((name) => `setval('${name}', 1, false)`)
  return `${deletes.length > 0 ? `with ${deletes.join(', ')} ` : ''}select ${restarts.join(', ') || 1}`
}

/** The statement that empties tables, by their names; the tables that refer to them are looked up once. */
const statements = new Map<string, string>()

const write = async (db: Db, tables: readonly string[]) => {
  const names = sql.join(
    tables.map((table) => sql`(${table}::text)`),
    sql`, `,
  )
  const { rows } = await db.execute<{ name: string; sequences: string[] }>(sql`
    with recursive emptied(id) as (
      select name::regclass::oid from (values ${names}) named (name)
      union select conrelid from pg_constraint join emptied on confrelid = id where contype = 'f'
    )
    select id::regclass::text as name, array(
      select objid::regclass::text from pg_depend
      where refobjid = id and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
        and classid = 'pg_class'::regclass and objid in (select oid from pg_class where relkind = 'S')
    ) as sequences from emptied`)
  return deletion(
    rows.map(({ name }) => name),
    rows.flatMap(({ sequences }) => sequences),
  )
}

/**
 * Deletes every row of the tables and of those that refer to them, and numbers their rows from 1 again. To truncate
 * them makes new files for each table and index, which takes 30 times as long.
 */
export const empty = async (db: Db, ...tables: string[]) => {
  const key = tables.join()
  const statement = statements.get(key) ?? (await write(db, tables))
  statements.set(key, statement)
  await db.execute(sql.raw(statement))
}

/** The sequences of the schema, and the query of its tables that have rows: looked up once. */
const lookUpAll = async (db: Db) => {
  const { rows } = await db.execute<{ name: string; kind: 'r' | 'S' }>(
    sql`select oid::regclass::text as name, relkind as kind from pg_class
      where relkind in ('r', 'S') and relnamespace = 'public'::regnamespace order by oid`,
  )
  const named = (kind: string) => rows.flatMap((row) => (row.kind === kind ? row.name : []))
  const tables = named('r').filter((name) => !appendOnly.includes(name))
  const filled = tables.map((name) => `case when exists (select from ${name}) then '${name}' end`)
  return {
    sequences: named('S'),
    filled: `select array_remove(array[${filled.join(', ')}], null) as tables`,
  }
}

let ofAll: ReturnType<typeof lookUpAll> | undefined

/**
 * Deletes all rows but those of append-only tables, and numbers from 1 again. Most tables are empty: to plan a delete
 * for each took longer.
 */
export const emptyAll = async (db: Db) => {
  ofAll ??= lookUpAll(db)
  const { filled, sequences } = await ofAll
  const { rows } = await db.execute<{ tables: string[] }>(sql.raw(filled))
  await db.execute(sql.raw(deletion(rows[0]?.tables ?? [], sequences)))
}

/** Tables that are append-only. */
const appendOnly = ['audit_entries', 'audit_links', 'security_entries']

/**
 * Deletes the journal of changes and the security log, which are append-only: as the owner of their tables, and in one
 * transaction, so that nobody ever sees them without their triggers.
 */
export const emptyAudit = (db: Db) =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute(
      sql`select exists (select from audit_entries) or exists (select from security_entries) as any`,
    )
    if (!rows[0]?.any) return
    for (const name of appendOnly) {
      const [table, trigger] = [sql.identifier(name), sql.identifier(`${name}_kept`)]
      await tx.execute(sql`alter table ${table} disable trigger ${trigger}`)
      await tx.execute(sql`delete from ${table}`)
      await tx.execute(sql`alter table ${table} enable always trigger ${trigger}`)
    }
  })
