import type { Db } from '#server/db/database.ts'
import { insertRegistration } from '#server/registrations/registrations.repo.ts'
import { buildUser } from '#server/users/users.factory.ts'
import type { User } from '#server/users/users.table.ts'

/** Adds somebody who has registered, and waits until a curator accepts them. */
export const buildWaiting = async (db: Db, values: Partial<User> & { cohort_id?: number } = {}) => {
  const { cohort_id = null, ...account } = values
  const user = await buildUser(db, { email_confirmed_at: null, ...account, active: false })
  await insertRegistration(db, { user_id: user.id, cohort_id })
  return user
}
