import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/users.table.ts'

/** What an exported journal has of people besides their names. */
export const listExportedPeople = (db: Db, ids: number[]) =>
  db
    .select({ id: users.id, email: users.email, own_number: users.own_number })
    .from(users)
    .where(inArray(users.id, ids))
