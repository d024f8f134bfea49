import { createHash, hkdfSync } from 'node:crypto'
import { decryptText, encryptText } from '#server/db/aes-gcm.ts'

const cipherKey = (key: string, id: Buffer) => Buffer.from(hkdfSync('sha256', key, id, 'praktika done call', 32))

/** The id of a call: the caller, the call and its body, and the caller's key for it. */
export const idOfCall = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

/**
 * Seals what a call returned by the caller's own key: new passwords, recovery codes and keys of programs are among
 * that, and nobody else may read them from the database.
 */
export const sealResult = (text: string, key: string, id: Buffer) => encryptText(text, cipherKey(key, id))

/** The text that `sealResult` was given. */
export const openResult = (sealed: Buffer, key: string, id: Buffer) => decryptText(sealed, cipherKey(key, id))
