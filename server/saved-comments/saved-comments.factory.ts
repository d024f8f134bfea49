import type { Db } from '#server/db/database.ts'
import { savedComments } from '#server/saved-comments/saved-comments.table.ts'

/** Adds a saved comment for tests and the demo school. */
export const buildSavedComment = async (db: Db, values: typeof savedComments.$inferInsert) => {
  await db.insert(savedComments).values(values)
}
