import { buffer } from 'node:stream/consumers'
import type { FileRecord } from '#server/files/files.table.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** Types whose `charset` says how their bytes are read. */
const isCharacters = (type: string) => /^text\/|[+/]xml$/.test(type)

/** Enough for a byte order mark, and for what XML declares. */
const headBytes = 256

/** The charset of a text: by its byte order mark or XML's own declaration, otherwise the UTF-8 checked on arrival. */
const charsetOf = (head: Buffer) => {
  const mark = head.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]{0,100}?\sencoding=["']([\w.:-]{1,40})["']/.exec(
    head.toString('latin1'),
  )
  return declared?.[1]?.toLowerCase() ?? 'utf-8'
}

/** The type of a stored file with its character set, where it consists of characters. */
export const typeWithCharset = async (
  files: FileStorage,
  { id, type, size }: Pick<FileRecord, 'id' | 'type' | 'size'>,
) => {
  if (!isCharacters(type)) return type
  const stream = size > 0 ? await files.read(id, { start: 0, end: Math.min(size, headBytes) - 1 }) : null
  return `${type}; charset=${charsetOf(stream ? await buffer(stream) : Buffer.alloc(0))}`
}
