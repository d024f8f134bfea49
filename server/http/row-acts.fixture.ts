import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#server/db/database.ts'

/** An act on rows, and its opposite. */
export type Act = () => Promise<() => Promise<unknown>>

const column = (name: string) => sql.identifier(name)

/** Acts that change the rows of any table. */
export const rowActs = (db: Db) => {
  const execute = (statement: SQL) => db.execute(statement)
  /** Sets columns of the rows that meet a condition, and then what they were before. */
  const set =
    (table: string, where: SQL, values: () => Record<string, unknown>): Act =>
    async () => {
      const changes = Object.entries(values())
      const names = sql.join(
        changes.map(([name]) => column(name)),
        sql`, `,
      )
      const { rows } = await execute(sql`select ${names} from ${column(table)} where ${where}`)
      const assign = (row: Record<string, unknown>) =>
        sql.join(
          changes.map(
            ([name]) =>
              sql`${column(name)} = (jsonb_populate_record(null::${column(table)}, ${JSON.stringify(row)}::jsonb)).${column(name)}`,
          ),
          sql`, `,
        )
      expect(rows.length).toBeGreaterThan(0)
      await execute(sql`update ${column(table)} set ${assign(Object.fromEntries(changes))} where ${where}`)
      const [before] = rows
      return () => execute(sql`update ${column(table)} set ${assign(before ?? {})} where ${where}`)
    }

  const insertRows = (table: string, rows: readonly object[]) =>
    execute(sql`
      insert into ${column(table)} overriding system value
      select * from jsonb_populate_recordset(null::${column(table)}, ${JSON.stringify(rows)}::jsonb)`)

  /** Adds a row, and then deletes it. */
  const add =
    (table: string, row: () => Record<string, unknown>): Act =>
    async () => {
      const values = row()
      const names = sql.join(Object.keys(values).map(column), sql`, `)
      const { rows } = await execute(sql`
        insert into ${column(table)} (${names})
        select ${names} from jsonb_populate_record(null::${column(table)}, ${JSON.stringify(values)}::jsonb)
        returning ctid::text`)
      return () => execute(sql`delete from ${column(table)} where ctid = ${rows[0]?.ctid}::tid`)
    }

  /** Deletes rows, and then adds them again. */
  const remove =
    (table: string, where: SQL): Act =>
    async () => {
      const { rows } = await execute(sql`delete from ${column(table)} where ${where} returning *`)
      expect(rows.length).toBeGreaterThan(0)
      return () => insertRows(table, rows)
    }

  return { set, add, remove }
}

/** The same text while the rows of the tables are the same. */
export const stateOf = async (db: Db, tables: readonly string[]) => {
  const each = tables.map((table) => sql`select ${table} || rows::text as line from ${column(table)} rows`)
  const { rows } = await db.execute<{ state: string }>(sql`
    select md5(string_agg(line, '' order by line)) as state from (${sql.join(each, sql` union all `)}) lines`)
  return rows[0]?.state as string
}
