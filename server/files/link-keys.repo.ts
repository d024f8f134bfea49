import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** 256 bits of two random UUIDs, 244 of which are random. */
export const newKey = sql`sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))`

/**
 * Gives every file and package another key, and forgets that of letters: links that were signed before stop working.
 */
export const renewLinkKeys = async (tx: Db) => {
  const { rowCount } = await tx.execute(sql`update files set link_key = ${newKey}`)
  await tx.execute(sql`update scorm_packages set link_key = ${newKey}`)
  await tx.execute(sql`delete from site_settings where key = 'secrets'`)
  return rowCount ?? 0
}
