import { fileIdOf, filePath } from '#contract/files/file-address.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import { fileLink, type PictureVariant, pictureWidths } from '#server/files/file-link.ts'
import type { FileRecord } from '#server/files/files.table.ts'

/** Width of the column that people read in, in CSS pixels. */
const column = 800

/** Makes the address of a file, or of a smaller copy of a picture: signed, or open to everybody. */
export type AddressOf = (file: FileRecord, variant?: PictureVariant) => string

/** The address of a public file. It never changes: the rights of guests are checked when it is read. */
export const openAddress: AddressOf = ({ id }, variant) => (variant ? `${filePath(id)}/${variant}` : filePath(id))

/** The size of a picture, so that nothing jumps when it loads, and smaller copies of it for small screens. */
const pictureSize = (tag: string, file: FileRecord, addressOf: AddressOf) => {
  const { width, height } = file
  if (width === null || height === null) return ''
  const size = ` width="${width}" height="${height}"`
  const smaller = (['w960', 'w1920'] as const).filter((variant) => width > pictureWidths[variant])
  if (smaller.length === 0) return size
  const copies = smaller.map((variant) => `${escapeHtml(addressOf(file, variant))} ${pictureWidths[variant]}w`)
  // a picture wider than the largest copy is for people who open the picture itself
  if (width <= pictureWidths.w1920) copies.push(`${escapeHtml(addressOf(file))} ${width}w`)
  // as wide as its writer set it, in percent of the column
  const part = Number(/ data-width="(\d+)"/.exec(tag)?.[1] ?? 100)
  const sizes = `(max-width: ${column}px) ${part}vw, ${(column * part) / 100}px`
  return `${size} srcset="${copies.join(', ')}" sizes="${sizes}"`
}

/** The attributes a tag needs besides its address. */
const shown: Record<string, (tag: string, file: FileRecord, addressOf: AddressOf) => string> = {
  img: (tag, file, addressOf) => `${pictureSize(tag, file, addressOf)} loading="lazy" decoding="async"`,
  video: () => ' controls preload="metadata"',
  track: () => ' kind="captions" srclang="ru" label="Субтитры" default',
}

/**
 * A clean text as it is returned: each address of these files becomes a signed link, and pictures get their size.
 * Cleaning removes all of that: a text saved as it was returned equals the kept text.
 */
export const signText = (html: string, files: Map<string, FileRecord>, addressOf: AddressOf = fileLink) => {
  if (files.size === 0) return html
  return html.replace(/<(img|a|video|track) [^<>]*>/g, (tag: string, name: string) =>
    tag.replace(/ (src|href)="([^"]*)"/, (attribute, where, value) => {
      const file = files.get(fileIdOf(value) ?? '')
      if (!file) return attribute
      return ` ${where}="${escapeHtml(addressOf(file))}"${shown[name]?.(tag, file, addressOf) ?? ''}`
    }),
  )
}
