import { isUtf8 } from 'node:buffer'
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { decodeText } from '#server/imports/decode-text.ts'
import { entryName } from '#server/imports/entry-name.ts'
import { type Manifest, manifestName, readManifest } from '#server/scorm/read-manifest.ts'
import type { EntryRecord } from '#server/scorm/scorm.repo.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** Limits of a package: files, their bytes together and each, bytes of its manifest and letters of a path. */
const limits = { entries: 10_000, bytes: 1_073_741_824, entryBytes: 268_435_456, manifestBytes: 4_194_304, path: 500 }

export interface ReadPackage extends Manifest {
  entries: EntryRecord[]
}

const refuse = (message: string) => invalid('file_id', message)

/**
 * Short pieces are taken from one of this size, in bytes: the list of a ZIP is read in some twenty thousand of them.
 */
const blockSize = 262_144

/** Reads a stored file in pieces, as the ZIP reader asks for them. */
class StoredFile extends yauzl.RandomAccessReader {
  readonly #files: FileStorage
  readonly #id: string
  readonly #size: number
  #block = { start: 0, bytes: Buffer.alloc(0) }

  constructor(files: FileStorage, { id, size }: { id: string; size: number }) {
    super()
    this.#files = files
    this.#id = id
    this.#size = size
  }

  async #piece(position: number, length: number) {
    const { start, bytes } = this.#block
    if (position >= start && position + length <= start + bytes.length)
      return bytes.subarray(position - start, position - start + length)
    const end = Math.min(this.#size, position + Math.max(blockSize, length))
    this.#block = { start: position, bytes: await buffer(this._readStreamForRange(position, end)) }
    return this.#block.bytes.subarray(0, length)
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ) {
    this.#piece(position, length).then((piece) => {
      piece.copy(target, offset)
      callback(piece.length < length ? new Error('The file ends too early') : null)
    }, callback)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough()
    this.#files.read(this.#id, { start, end: end - 1 }).then(
      (stream) => {
        if (!stream) return through.destroy(new Error('The file is gone'))
        stream.on('error', (error) => through.destroy(error)).pipe(through)
      },
      (error) => through.destroy(error),
    )
    return through
  }
}

/** The files of a package, by their names. */
const listEntries = async (zip: ZipFile) => {
  const entries = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    const name = entryName(entry)
    if (name.endsWith('/')) continue
    entries.set(name, entry)
    bytes += entry.uncompressedSize
    if (bytes > limits.bytes || entry.uncompressedSize > limits.entryBytes)
      throw refuse('В распакованном виде пакет больше 1 ГБ, или один из его файлов больше 256 МБ.')
    if (name.length > limits.path) throw refuse('У одного из файлов пакета слишком длинное имя.')
    if (entry.isEncrypted()) throw refuse('Пакет защищён паролем. Сохраните его без пароля.')
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
      throw refuse('Пакет сжат необычным способом. Упакуйте его в обычный ZIP.')
  }
  return entries
}

/**
 * The decoder of what XML declares in its first characters; null for Unicode, which its bytes show, as `utf-16` cannot
 * be right where the declaration is readable, and for labels that no browser knows.
 */
const declaredDecoder = (bytes: Buffer) => {
  const declared = /^\s*<\?xml[^>]{1,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    bytes.toString('latin1', 0, 1024),
  )
  try {
    const decoder = new TextDecoder(declared?.[1])
    return decoder.encoding.startsWith('utf-') ? null : decoder
  } catch {
    return null
  }
}

const readText = async (zip: ZipFile, entry: Entry) => {
  if (entry.uncompressedSize > limits.manifestBytes) throw refuse(`Файл ${manifestName} в пакете слишком большой.`)
  const bytes = await buffer(await zip.openReadStreamPromise(entry))
  // some tools declare one encoding and write another
  return (isUtf8(bytes) ? null : declaredDecoder(bytes))?.decode(bytes) ?? decodeText(bytes)
}

/**
 * Reads what a stored ZIP is as a SCORM package: its manifest and the places of its files. Nothing is unpacked. A file
 * that is no such package is refused (422).
 */
export const readPackage = async (files: FileStorage, file: { id: string; size: number }): Promise<ReadPackage> => {
  if (file.size > limits.bytes) throw refuse('Пакет больше 1 ГБ.')
  const zip = await yauzl
    .fromRandomAccessReaderPromise(new StoredFile(files, file), file.size, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
    })
    .catch(() => {
      throw refuse('Этот файл не открывается как ZIP. Выберите пакет SCORM в ZIP.')
    })
  try {
    if (zip.entryCount > limits.entries) throw refuse(`В пакете больше ${limits.entries} файлов.`)
    const found = await listEntries(zip)
    const [, manifest] = [...found].find(([name]) => name.toLowerCase() === manifestName) ?? []
    if (!manifest) throw refuse(`В корне архива нет файла ${manifestName}: это не пакет SCORM.`)
    const read = await readManifest(await readText(zip, manifest))
    const entries = [...found].map(([path, entry]) => ({
      path,
      offset: entry.relativeOffsetOfLocalHeader,
      compressed_size: entry.compressedSize,
      size: entry.uncompressedSize,
      method: entry.compressionMethod,
    }))
    return { ...read, entries }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuse('Пакет повреждён: часть файлов не читается. Сохраните его ещё раз и загрузите снова.')
  } finally {
    zip.close()
  }
}
