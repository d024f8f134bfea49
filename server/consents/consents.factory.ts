import { insertConsents } from '#server/consents/consents.repo.ts'
import type { Db } from '#server/db/database.ts'

/** Journals for tests that these people agreed to publication. */
export const agreeToPublication = (db: Db, ...userIds: number[]) =>
  insertConsents(
    db,
    userIds.map((user_id) => ({ user_id, document: 'publication' as const, version: 1, address: '127.0.0.1' })),
  )
