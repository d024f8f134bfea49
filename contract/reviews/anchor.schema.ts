import { z } from 'zod'
import { FileId } from '#contract/files/files.schema.ts'
import { storable } from '#contract/http/storable.ts'

/** A share of a width or height, from 0 to 1. */
const Share = z.number().min(0).max(1)
const Offset = z.number().int().min(0).max(1_000_000)

/** A range of an attempt's text: UTF-16 offsets in its plain text, and the text that was there. */
const TextAnchor = z
  .object({
    kind: z.literal('text'),
    start: Offset,
    end: Offset,
    quote: z.string().min(1).max(2000).transform(storable),
  })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'Выделите хотя бы один знак' })

/** A place on a picture: a point, or a box from there. */
const ImageAnchor = z.object({
  kind: z.literal('image'),
  file_id: FileId,
  x: Share,
  y: Share,
  width: Share.optional(),
  height: Share.optional(),
})

/** A page of a PDF, from 1, and a place on it. */
const PdfAnchor = z.object({
  kind: z.literal('pdf'),
  file_id: FileId,
  page: z.number().int().min(1).max(100_000),
  x: Share.optional(),
  y: Share.optional(),
})

/** A second of a film or of a recording. */
const VideoAnchor = z.object({ kind: z.literal('video'), file_id: FileId, seconds: z.number().min(0).max(1_000_000) })

/** The place in an attempt that a remark is about. */
export const Anchor = z.discriminatedUnion('kind', [TextAnchor, ImageAnchor, PdfAnchor, VideoAnchor])
export type Anchor = z.infer<typeof Anchor>
