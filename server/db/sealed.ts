import { hkdfSync } from 'node:crypto'
import { customType } from 'drizzle-orm/pg-core'
import { decryptText, encryptText } from '#server/db/aes-gcm.ts'

/** A key of the operator, ready for use. */
interface SecretKey {
  /** Names the key in what it has sealed, and reveals nothing of it. */
  id: string
  key: Buffer
}

/** One of a process, as columns are: the first one seals, all of them open. */
let ring: readonly SecretKey[] = []

const derive = (key: Buffer, purpose: string, size: number) =>
  Buffer.from(hkdfSync('sha256', key, '', `praktika ${purpose}`, size))

/** Uses these keys in this process from now on, 32 random bytes each: the first one seals. None: values stay plain. */
export const setSecretKeys = (keys: readonly Buffer[]) => {
  ring = keys.map((key) => ({ id: derive(key, 'id', 6).toString('hex'), key: derive(key, 'seal', 32) }))
}

/** Neither base 32 nor 64, PEM or a JWT begins like this. */
const mark = 'sealed:1:'

/** The ids of the keys, the one that seals first. */
export const secretKeyIds = () => ring.map(({ id }) => id)

/** The beginning of values that the first key has sealed; null without keys. */
export const sealPrefix = () => (ring[0] ? `${mark}${ring[0].id}:` : null)

/** A value that no key here opens. */
export class SealedByAnother extends Error {}

/** Seals a value for a column (AES-256-GCM): it opens in this column alone. Without keys it is returned as it is. */
export const seal = (value: string, column: string) => {
  const [first] = ring
  if (!first) return value
  return `${mark}${first.id}:${encryptText(value, first.key, column).toString('base64url')}`
}

/** Opens a value of a column; one that was never sealed is returned as it is. Throws for a key that is not here. */
export const unseal = (value: string, column: string) => {
  if (!value.startsWith(mark)) return value
  const [id, text = ''] = value.slice(mark.length).split(':')
  const found = ring.find((one) => one.id === id)
  if (!found) throw new SealedByAnother(`${column} is sealed by the key ${id}, which is not here`)
  return decryptText(Buffer.from(text, 'base64url'), found.key, column)
}

/** A text that the database has sealed, where the operator has given a key; `column` is its table and name. */
export const sealedText = (column: string) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => seal(value, column),
    fromDriver: (value) => unseal(value, column),
  })()
