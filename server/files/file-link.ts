import { createHmac, timingSafeEqual } from 'node:crypto'
import { filePath } from '#contract/files/file-address.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import type { FileRecord } from '#server/files/files.table.ts'

/** In milliseconds. Links made within the same hour are the same, so that the browser's cache can serve them. */
const stepMs = 60 * 60_000
/** A link works at least this many hours: longer than any lesson. */
const hours = 6

/** Smaller WebP copies of a picture: the width of each, in pixels. */
export const pictureWidths = { thumbnail: 320, w960: 960, w1920: 1920 } as const
export type PictureVariant = keyof typeof pictureWidths

type Signed = Pick<FileRecord, 'id' | 'link_key'>

const signature = ({ id, link_key }: Signed, expires: number) =>
  createHmac('sha256', link_key).update(`${id}:${expires}`).digest('base64url')

/**
 * A link to a file, or to a smaller copy of a picture, valid for six to seven hours. First check who may see the file.
 */
export const fileLink = (file: Signed, variant?: PictureVariant) => {
  const expires = ((Math.floor(Date.now() / stepMs) + hours + 1) * stepMs) / 1000
  const path = variant ? `${filePath(file.id)}/${variant}` : filePath(file.id)
  return `${path}?expires=${expires}&signature=${signature(file, expires)}`
}

/** Whether a link was made by `fileLink` and is still valid. */
export const isFileLink = (file: Signed, { expires, signature: given }: { expires?: string; signature?: string }) => {
  const moment = Number(expires)
  if (!given || !Number.isSafeInteger(moment) || moment * 1000 < Date.now()) return false
  // compares the text, not the decoded bytes: several spellings of its last character decode to the same bytes
  const letters = Buffer.from(given)
  const right = Buffer.from(signature(file, moment))
  return letters.length === right.length && timingSafeEqual(letters, right)
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
