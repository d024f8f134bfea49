import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { rowCounts } from '#server/db/row-counts.table.ts'

/** The number of rows of these kinds. */
export const countRows = async (db: Db, names: string[]) => {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${rowCounts.change}), 0)::int` })
    .from(rowCounts)
    .where(inArray(rowCounts.name, names))
  return row?.count ?? 0
}

/** Puts one row for each kind in the place of its changes; the counts stay the same. */
export const addUpRowCounts = (db: Db) =>
  db.execute(sql`
    with changes as (delete from row_counts returning name, change)
    insert into row_counts (name, change)
    select name, sum(change) from changes group by name having sum(change) <> 0`)
