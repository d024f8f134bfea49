import { sql } from 'drizzle-orm'
import { undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import type { Db } from '#server/db/database.ts'

/** Moves the clock past the time to undo: what was held back is due. */
export const passUndoTime = (db: Db) =>
  db.execute(sql`update effects set visible_at = visible_at - ${undoTimeMs / 1000} * interval '1 second'`)
