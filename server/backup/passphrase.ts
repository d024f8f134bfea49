import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { type Identity, type Recipient, Stanza } from 'age-encryption'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** The factor of the age tool: some 256 MB of memory and a second for each guess. */
const usualLogN = 18
const maxLogN = 20

/** Derives the key of a passphrase (age-encryption.org/v1, «The scrypt recipient type»). */
const deriveKey = (passphrase: string, salt: Buffer, logN: number) => {
  const [N, r] = [2 ** logN, 8]
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  return derive(passphrase, labelled, 32, { N, r, p: 1, maxmem: 128 * N * r + 2 ** 20 })
}

const algorithm = 'chacha20-poly1305'
const nonce = Buffer.alloc(12)
const tag = { authTagLength: 16 }

/** Wraps the key of a file and unwraps it again. */
export type PassphraseKey = Recipient & Identity

/**
 * Wraps and unwraps the key of a file by a passphrase in the age format, as `setPassphrase` of its package does, but in
 * Node's own threads, and once for each file: what is read again needs no second derivation. `newLogN` is the factor of
 * what it wraps; unwrapping uses the one that the file names.
 */
export const passphraseKey = (passphrase: string, newLogN = usualLogN): PassphraseKey => {
  let last: { of: string; key: Promise<Buffer> } | undefined
  const keyOf = (salt: Buffer, logN: number) => {
    const of = `${logN} ${salt.toString('hex')}`
    if (last?.of !== of) last = { of, key: deriveKey(passphrase, salt, logN) }
    return last.key
  }
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(16)
      const cipher = createCipheriv(algorithm, await keyOf(salt, newLogN), nonce, tag)
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', salt.toString('base64').replace(/=+$/, ''), String(newLogN)], body)]
    },
    unwrapFileKey: async ([stanza]) => {
      const [type, salt = '', logN = ''] = stanza?.args ?? []
      if (!stanza || type !== 'scrypt' || !/^[1-9]\d?$/.test(logN) || Number(logN) > maxLogN) return null
      const key = await keyOf(Buffer.from(salt, 'base64'), Number(logN))
      const decipher = createDecipheriv(algorithm, key, nonce, tag).setAuthTag(stanza.body.subarray(-16))
      try {
        return Buffer.concat([decipher.update(stanza.body.subarray(0, -16)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
