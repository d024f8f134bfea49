import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/users.table.ts'

/** Whether the database has nobody yet. */
export const isEmptySchool = async (db: Db) => (await db.select({ id: users.id }).from(users).limit(1)).length === 0
