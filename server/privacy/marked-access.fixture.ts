import { knownDevices, recoveryCodes, secondFactors } from '#server/auth/auth.table.ts'
import type { Db } from '#server/db/database.ts'

/** How the marked person signs in. */
export const addMarkedAccess = async (db: Db, user_id: number, mark: (column: `${string}.${string}`) => string) => {
  await db.insert(knownDevices).values({ user_id, device_hash: Buffer.from('6') })
  await db.insert(secondFactors).values({ user_id, secret: mark('second_factors.secret') })
  await db.insert(recoveryCodes).values({ user_id, code_hash: Buffer.from('7') })
}
