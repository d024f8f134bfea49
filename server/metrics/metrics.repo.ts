import { count, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { effects } from '#server/effects/effects.table.ts'
import { files } from '#server/files/files.table.ts'

/**
 * How many effects are due, how many of all have failed at least once and are tried again, how many are set aside, and
 * the age of the oldest due one, in seconds.
 */
export const countEffects = async (db: Db) => {
  const isDue = sql`${effects.set_aside_at} is null and ${effects.visible_at} <= now()`
  const [row] = await db
    .select({
      due: sql<number>`count(*) filter (where ${isDue})::int`,
      failed: sql<number>`count(*) filter (where ${effects.set_aside_at} is null and ${effects.attempts} > 0)::int`,
      setAside: sql<number>`count(${effects.set_aside_at})::int`,
      oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(${effects.visible_at}) filter (where ${isDue})), 0)::float`,
    })
    .from(effects)
  return row ?? { due: 0, failed: 0, setAside: 0, oldestSeconds: 0 }
}

/** How many files people have uploaded, and their bytes together. */
export const sumFiles = async (db: Db) => {
  const [row] = await db
    .select({ count: count(), bytes: sql<number>`coalesce(sum(${files.size}), 0)::float` })
    .from(files)
  return row ?? { count: 0, bytes: 0 }
}
