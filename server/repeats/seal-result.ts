import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** The sizes that AES-256-GCM takes, in bytes. */
const sizes = { iv: 12, tag: 16 }

const cipherKey = (key: string, id: Buffer) => Buffer.from(hkdfSync('sha256', key, id, 'praktika done call', 32))

/** The id of a call: the caller, the call and its body, and the caller's key for it. */
export const idOfCall = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

/**
 * Seals what a call returned by the caller's own key: new passwords, recovery codes and keys of programs are among
 * that, and nobody else may read them from the database.
 */
export const sealResult = (text: string, key: string, id: Buffer) => {
  const iv = randomBytes(sizes.iv)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key, id), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The text that `sealResult` was given. */
export const openResult = (sealed: Buffer, key: string, id: Buffer) => {
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key, id), sealed.subarray(0, sizes.iv), {
    authTagLength: sizes.tag,
  })
  decipher.setAuthTag(sealed.subarray(-sizes.tag))
  return decipher.update(sealed.subarray(sizes.iv, -sizes.tag), undefined, 'utf8') + decipher.final('utf8')
}
