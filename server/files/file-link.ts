import { filePath } from '#contract/files/file-address.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { isSigned, linkExpiry, signLink } from '#server/files/link-signature.ts'

/** Smaller WebP copies of a picture: the width of each, in pixels. */
export const pictureWidths = { thumbnail: 320, w960: 960, w1920: 1920 } as const
export type PictureVariant = keyof typeof pictureWidths

type Signed = Pick<FileRecord, 'id' | 'link_key'>

/**
 * A link to a file, or to a smaller copy of a picture, valid for six to seven hours. First check who may see the file.
 */
export const fileLink = (file: Signed, variant?: PictureVariant) => {
  const expires = linkExpiry()
  const path = variant ? `${filePath(file.id)}/${variant}` : filePath(file.id)
  return `${path}?expires=${expires}&signature=${signLink(file.link_key, file.id, expires)}`
}

/** Whether a link was made by `fileLink` and is still valid. */
export const isFileLink = (file: Signed, { expires, signature: given }: { expires?: string; signature?: string }) => {
  const moment = Number(expires)
  if (!given || !Number.isSafeInteger(moment) || moment * 1000 < Date.now()) return false
  return isSigned(file.link_key, file.id, moment, given)
}

/** Whether a link claims to be valid, and nobody here has signed it. */
export const isForgedLink = (file: Signed, { expires, signature }: { expires?: string; signature?: string }) => {
  const moment = Number(expires)
  return !Number.isSafeInteger(moment) || !signature || !isSigned(file.link_key, file.id, moment, signature)
}

/** A file as the contract shows it. First check who may see it. */
export const presentFile = (file: FileRecord): StoredFile => ({
  id: file.id,
  name: file.name,
  type: file.type,
  size: file.size,
  ...(file.sha256 ? { sha256: file.sha256 } : {}),
  url: fileLink(file),
  ...(file.width !== null && file.height !== null
    ? { image: { width: file.width, height: file.height, thumbnail_url: fileLink(file, 'thumbnail') } }
    : {}),
})
