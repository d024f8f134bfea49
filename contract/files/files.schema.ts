import { z } from 'zod'
import { filmHeights } from '#contract/files/film-copies.ts'

/** A file's id: that of its tus upload, 32 hexadecimal digits that nobody can guess. */
export const FileId = z.string().regex(/^[0-9a-f]{32}$/)

/** A file as it is shown; `url` and `thumbnail_url` are links that expire after some hours. */
export const StoredFile = z.object({
  id: FileId,
  name: z.string(),
  /** MIME type detected from its bytes. */
  type: z.string(),
  /** In bytes. */
  size: z.number().int(),
  /** SHA-256 of its bytes, 64 hexadecimal digits; files from before hashes were kept have none. */
  sha256: z.string().optional(),
  url: z.string(),
  /** For a picture; in pixels as displayed. */
  image: z.object({ width: z.number().int(), height: z.number().int(), thumbnail_url: z.string() }).optional(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** The smaller copies of a film, which are made while it plays as it was uploaded. */
export const Film = z.object({
  /** The copies there are; each one is at the file's link with `/720p` at the end of its path. */
  heights: z.array(z.literal(filmHeights)),
  /**
   * Copies that are still to be made, for the uploader and staff; `percent` is null while they wait. They wait for ever
   * where the site has no ffmpeg.
   */
  making: z.object({ percent: z.number().int().min(0).max(100).nullable() }).nullable(),
})
export type Film = z.infer<typeof Film>

/** Files of a list, in order; a hand-in has max 50. */
export const FileIds = z.array(FileId).max(50, 'Не больше 50 файлов')
