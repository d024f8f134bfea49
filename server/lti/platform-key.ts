import { createPrivateKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '#server/db/database.ts'
import { findSigningKey, type KeyRecord, lockKeys, replaceKey } from '#server/lti/lti-access.repo.ts'

const generate = promisify(generateKeyPair)

/** 128 bits of security. */
const keyBits = 3072

/** A new pair, RS256: what every tool must be able to check (1EdTech Security Framework 1.1, § 6). */
const newKey = async () => {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: keyBits })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return {
    kid: randomUUID(),
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public_jwk: { n, e },
  }
}

/** Signs with a new key from now on. */
export const changeKey = async (tx: Db) => {
  const key = await newKey()
  await lockKeys(tx)
  await replaceKey(tx, key)
}

/** The key that signs, unless it is of the time when they had 2048 bits. */
const findStrongKey = async (db: Db) => {
  const key = await findSigningKey(db)
  return key && Buffer.from(key.public_jwk.n, 'base64url').length * 8 >= keyBits ? key : null
}

/** The key that signs; made when it is first asked for, by one process, and instead of a weak one. */
export const ensureSigningKey = async (db: Db): Promise<KeyRecord> =>
  (await findStrongKey(db)) ??
  (await db.transaction(async (tx) => {
    await lockKeys(tx)
    return (await findStrongKey(tx)) ?? (await replaceKey(tx, await newKey()))
  }))

/** Reading a key takes a millisecond; a site has one. */
let read: { kid: string; key: KeyObject } | null = null

const readKey = ({ kid, private_key }: KeyRecord) => {
  if (read?.kid !== kid) read = { kid, key: createPrivateKey(private_key) }
  return read.key
}

/** A message to a tool, signed (JWT, RS256). */
export const signMessage = async (db: Db, claims: Record<string, unknown>) => {
  const [record, { SignJWT }] = await Promise.all([ensureSigningKey(db), import('jose')])
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: record.kid }).sign(readKey(record))
}
