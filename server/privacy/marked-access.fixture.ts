import { knownDevices, recoveryCodes, secondFactors } from '#server/auth/auth.table.ts'
import { insertChallenge, insertPasskey } from '#server/auth/passkeys.repo.ts'
import type { Db } from '#server/db/database.ts'
import { hashToken } from '#server/http/session.ts'
import { insertIdentity, insertProviderSession, insertSignIn, keepPerson } from '#server/identities/identities.repo.ts'
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
  await insertIdentity(db, {
    user_id,
    issuer: 'https://id.example',
    subject: mark('user_identities.subject'),
  })
  await buildKey(db, user_id, ['courses-read'], mark('program_keys.name'))
  await db.insert(recoveryCodes).values({ user_id, code_hash: Buffer.from('7') })
}

/** A session of the marked person that began at an identity provider, and a sign-in there that is under way. */
export const addMarkedProvider = async (
  db: Db,
  { email, token }: { email: string; token: string },
  mark: (column: `${string}.${string}`) => string,
) => {
  const [subject, sid] = [mark('provider_sessions.subject'), mark('provider_sessions.sid')]
  const id_token = mark('provider_sessions.id_token')
  await insertProviderSession(db, {
    token_hash: hashToken(token),
    issuer: 'https://id.example',
    subject,
    sid,
    id_token,
  })
  const keyHash = Buffer.from('10')
  await insertSignIn(db, keyHash, { state: '', nonce: '', verifier: '' })
  await keepPerson(db, keyHash, {
    subject,
    sid,
    id_token,
    email,
    name: mark('provider_sign_ins.person'),
    surname: '',
    birth_date: null,
    role: null,
    auth_time: null,
  })
}
