import type { KeptDraft } from '#contract/drafts/drafts.schema.ts'
import { fileIdOf, fileIdsIn } from '#contract/files/file-address.ts'
import { fileLink, type PictureVariant, pictureWidths } from '#server/files/file-link.ts'
import type { FileRecord } from '#server/files/files.table.ts'

type Value = KeptDraft['value']

/** The value with every string changed by `change`, and its field names by `name`. */
const withStrings = (value: Value, change: (text: string) => string, name = (text: string) => text): Value => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => withStrings(item, change, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [name(key), withStrings(item, change, name)] as const),
  )
}

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair in JSON. */
const writable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

/** The address of a file or of a smaller copy of a picture. */
const path = `/files/[0-9a-f]{32}(?:/(?:${Object.keys(pictureWidths).join('|')}))?`
const signatures = new RegExp(`(${path})\\?expires=\\d{1,15}&(?:amp;)?signature=[\\w-]{43}(?![\\w-])`, 'g')
const wholePath = new RegExp(`^${path}$`)
const pathsInHtml = new RegExp(`(?<=\\s(?:src|href|poster)=")${path}(?=")`, 'g')

/**
 * A value as it is kept: as it was written, without the signatures of links. It is cleaned later, when it is submitted.
 */
export const keptValue = (value: Value) =>
  withStrings(value, (text) => writable(text).replace(signatures, '$1'), writable)

const listedIds = (list: Value | undefined) =>
  Array.isArray(list)
    ? list.flatMap((item) => {
        const id = typeof item === 'object' && item !== null && !Array.isArray(item) ? item.id : item
        return typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? [id] : []
      })
    : []

/** The ids of all files in a value: shown in its HTML, addressed by a string, or listed under `files` or `file_ids`. */
export const fileIdsOfValue = (value: Value): string[] => {
  if (typeof value === 'string') {
    const own = fileIdOf(value)
    return own ? [own, ...fileIdsIn(value)] : fileIdsIn(value)
  }
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(fileIdsOfValue)
  return [...listedIds(value.files), ...listedIds(value.file_ids), ...Object.values(value).flatMap(fileIdsOfValue)]
}

/** A kept value as it is returned: addresses of these files, whole strings or in HTML, become signed links. */
export const signedValue = (value: Value, files: FileRecord[]) => {
  const known = new Map(files.map((file) => [file.id, file]))
  const signed = (path: string) => {
    const [id = '', variant] = path.split('/').slice(2)
    const file = known.get(id)
    return file ? fileLink(file, variant as PictureVariant | undefined) : path
  }
  return withStrings(value, (text) =>
    wholePath.test(text) ? signed(text) : text.replace(pathsInHtml, (path) => signed(path).replaceAll('&', '&amp;')),
  )
}
