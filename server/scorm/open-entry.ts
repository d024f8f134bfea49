import { pipeline, Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInflateRaw } from 'node:zlib'
import { Refusal } from '#server/http/refusal.ts'
import type { EntryRecord } from '#server/scorm/scorm.repo.ts'
import type { ByteRange, FileStorage } from '#server/storage/storage.ts'

/** The fixed part of a local file header, in bytes (APPNOTE 6.3.10, § 4.3.7). */
const headerSize = 30

const readOr404 = async (files: FileStorage, id: string, range: ByteRange) => {
  const stream = await files.read(id, range)
  if (!stream) throw new Refusal('not-found')
  return stream
}

/** Fails as soon as there is more than the package declares, so that a bomb unpacks no further. */
const atMost = (size: number) => {
  let left = size
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      left -= chunk.length
      if (left < 0) done(new Error('The file is larger than its package says'))
      else done(null, chunk)
    },
  })
}

/** Whether parts of a file can be read without reading what comes before them. */
export const isStored = ({ method }: EntryRecord) => method === 0

/** The bytes of one file of a ZIP, or a range of those of a stored one. */
export const openEntry = async (
  files: FileStorage,
  fileId: string,
  entry: EntryRecord,
  range?: ByteRange,
): Promise<Readable> => {
  const { offset, compressed_size, size } = entry
  if (compressed_size === 0) return Readable.from([])
  const header = await buffer(await readOr404(files, fileId, { start: offset, end: offset + headerSize - 1 }))
  const start = offset + headerSize + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (isStored(entry) && range) return readOr404(files, fileId, { start: start + range.start, end: start + range.end })
  const bytes = await readOr404(files, fileId, { start, end: start + compressed_size - 1 })
  // the reader of the last stream sees the errors of all
  return isStored(entry) ? bytes : pipeline(bytes, createInflateRaw(), atMost(size), () => {})
}
