import { storable } from '#contract/http/fields.ts'

/** Longest name of a file, in bytes of UTF-8: what file systems take. */
const maxBytes = 255

/** Signs that turn the order of what follows them around: `‮gpj.exe` reads as a picture. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const nameless = 'Файл'

/** Cuts a text to so many bytes of UTF-8, between two signs. */
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

/** The ending with its dot, at most 20 characters of it; empty when there is none. */
export const extensionOf = (name: string) => /.(\.[^.\s]{1,20})$/u.exec(name)?.[1] ?? ''

/** What a person called a file, as it is kept: one line without a path, at most 255 bytes, its extension kept, never empty. */
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
