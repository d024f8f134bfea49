import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/**
 * A digest of the rows of each table, and the state of each sequence. Without generated columns, which versions of
 * PostgreSQL fill differently: 18 knows letters from the database's own collation.
 */
export const digestRows = async (database: Db) => {
  const { rows: tables } = await database.execute<{ name: string; columns: string }>(sql`
    select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relkind = 'r' and relnamespace = 'public'::regnamespace group by relname order by relname`)
  const found: Record<string, unknown> = {}
  for (const { name, columns } of tables) {
    const { rows } = await database.execute<{ digest: string }>(sql`
      select count(*) || ' ' || coalesce(md5(string_agg(row::text, '|' order by row::text collate "C")), '') as digest
      from (select ${sql.raw(columns)} from ${sql.identifier(name)}) as row`)
    found[name] = rows[0]?.digest
  }
  const { rows } = await database.execute(
    sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  )
  return { tables: found, sequences: rows }
}

/** The constraints and triggers of a database. From 18 on, NOT NULL is a constraint as well: it is left out. */
export const listRules = async (database: Db) => {
  const { rows } = await database.execute(sql`
    select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`)
  const { rows: triggers } = await database.execute(sql`
    select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`)
  return { rows, triggers }
}
