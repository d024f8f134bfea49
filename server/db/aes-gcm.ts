import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** In bytes. */
const sizes = { iv: 12, tag: 16 }

/** Encrypts a text by AES-256-GCM with a key of 32 bytes: the nonce, the text, the tag. It opens in this context alone. */
export const encryptText = (text: string, key: Buffer, context = '') => {
  const iv = randomBytes(sizes.iv)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The text that `encryptText` was given. Throws for another key or context, and for changed bytes. */
export const decryptText = (sealed: Buffer, key: Buffer, context = '') => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, sizes.iv), {
    authTagLength: sizes.tag,
  }).setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(-sizes.tag))
  return decipher.update(sealed.subarray(sizes.iv, -sizes.tag), undefined, 'utf8') + decipher.final('utf8')
}
