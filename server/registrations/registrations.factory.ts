import type { Db } from '#server/db/database.ts'
import { insertRegistration } from '#server/registrations/registrations.repo.ts'
import { buildUser } from '#server/users/users.factory.ts'

/** Adds somebody who has registered, and waits until a curator accepts them. */
export const buildWaiting = async (db: Db, values: Parameters<typeof buildUser>[1] & { cohort_id?: number } = {}) => {
  const { cohort_id = null, ...account } = values
  const user = await buildUser(db, { email_confirmed_at: null, ...account, active: false })
  await insertRegistration(db, { user_id: user.id, cohort_id })
  return user
}
