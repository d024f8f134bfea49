import { knownDevices, recoveryCodes, secondFactors } from '#server/auth/auth.table.ts'
import { insertChallenge, insertPasskey } from '#server/auth/passkeys.repo.ts'
import type { Db } from '#server/db/database.ts'
import { buildKey } from '#server/keys/keys.factory.ts'

/** How the marked person signs in. */
export const addMarkedAccess = async (db: Db, user_id: number, mark: (column: `${string}.${string}`) => string) => {
  await db.insert(knownDevices).values({ user_id, device_hash: Buffer.from('6') })
  await db.insert(secondFactors).values({ user_id, secret: mark('second_factors.secret') })
  await insertPasskey(db, {
    user_id,
    name: mark('passkeys.name'),
    credential_id: 'b2Q',
    public_key: Buffer.from('8'),
    counter: 0,
    transports: ['usb'],
  })
  await insertChallenge(db, { challenge_hash: Buffer.from('9'), user_id, purpose: 'sign-in' })
  await buildKey(db, user_id, ['courses-read'], mark('program_keys.name'))
  await db.insert(recoveryCodes).values({ user_id, code_hash: Buffer.from('7') })
}
