import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { siteSettings } from '#server/site/site.table.ts'

/** The groups of settings. */
export type SettingsKey = 'school' | 'home'

/** The values that were set in a group; null when there are none. */
export const findSettings = async (db: Db, key: SettingsKey) => {
  const [settings] = await db.select({ value: siteSettings.value }).from(siteSettings).where(eq(siteSettings.key, key))
  return settings?.value ?? null
}

/** Locks a group of settings until the transaction ends. */
export const lockSettings = async (tx: Db, key: SettingsKey) => {
  await tx.insert(siteSettings).values({ key, value: {}, updated_at: sql`now()` }).onConflictDoNothing()
  await tx.select({ key: siteSettings.key }).from(siteSettings).where(eq(siteSettings.key, key)).for('no key update')
}

/** Sets some settings of a group and leaves the others: two simultaneous saves lose nothing. */
export const mergeSettings = async (db: Db, key: SettingsKey, change: object, updated_by: number | null) => {
  await db
    .insert(siteSettings)
    .values({ key, value: change, updated_at: sql`now()`, updated_by })
    .onConflictDoUpdate({
      target: siteSettings.key,
      set: { value: sql`${siteSettings.value} || excluded.value`, updated_at: sql`now()`, updated_by },
    })
}
