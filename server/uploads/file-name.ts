import { storable } from '#contract/http/storable.ts'

/** Max length of a file name, in bytes of UTF-8: the limit of file systems. */
const maxBytes = 255

/** Characters that reverse the order of what follows them: `‮gpj.exe` looks like a picture. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const nameless = 'Файл'

/** Shortens a text to this many bytes of UTF-8, between two characters. */
const cut = (text: string, bytes: number) => {
  let length = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter('ru').segment(text)) {
    length += Buffer.byteLength(segment)
    if (length > bytes) break
    kept += segment
  }
  return kept
}

/** The extension with its dot, at most 20 characters of it; empty when there is none. */
export const extensionOf = (name: string) => /.(\.[^.\s]{1,20})$/u.exec(name)?.[1] ?? ''

/**
 * A file name given by a person as it is kept: one line without a path, at most 255 bytes, with its extension, never
 * empty.
 */
export const cleanFileName = (given: string) => {
  const line = storable(given)
    .replace(turning, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
  const name = (line.split(/[/\\]/).at(-1) as string).trim()
  // a name of dots is a folder
  if (!/[^\s.\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(name)) return nameless
  if (Buffer.byteLength(name) <= maxBytes) return name
  const extension = extensionOf(name)
  return cut(name.slice(0, name.length - extension.length), maxBytes - Buffer.byteLength(extension)) + extension
}
