import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { broken, entryName, safeName } from '#server/imports/entry-name.ts'
import { maxEntries, maxTextBytes, maxUnpackedBytes, Unreadable } from '#server/imports/unreadable.ts'

/** A file that was unpacked: under a name of ours, never under its own. */
interface Unpacked {
  path: string
  size: number
}

/**
 * A ZIP or a `tar.gz` by the names of its entries, with `/` between folders. Nothing is unpacked before it is asked
 * for.
 */
export interface Package {
  names: string[]
  has: (name: string) => boolean
  /** A text of UTF-8, with or without a byte order mark. */
  text: (name: string) => Promise<string>
  bytes: (name: string, max: number) => Promise<Buffer>
  /** Unpacks an entry into the folder of the import. */
  unpack: (name: string) => Promise<Unpacked>
  close: () => void
}

const tooLarge = (gigabytes: number) =>
  new Unreadable(`В файле слишком много: после распаковки больше ${gigabytes} ГБ. Разделите его на части.`)

/** A package with more than this many bytes unpacked for each of its own is no package of people but a bomb. */
const maxRatio = 200
/** Up to this many bytes any ratio is harmless. */
const harmlessBytes = 100 * 2 ** 20

/** Counts what is unpacked, against the limits. */
const unpackedCounter = (packedBytes: number) => {
  let total = 0
  return (size: number) => {
    total += size
    if (total > maxUnpackedBytes) throw tooLarge(maxUnpackedBytes / 2 ** 30)
    if (total > harmlessBytes && total > packedBytes * maxRatio) {
      throw new Unreadable('Файл сжат подозрительно сильно, и мы его не открываем. Упакуйте его заново.')
    }
  }
}

const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes)

const checkCount = (count: number) => {
  if (count > maxEntries) throw new Unreadable(`В архиве больше ${maxEntries} файлов. Разделите его на части.`)
}

/** Reads a stream whose size nothing guarantees. */
const bounded = async function* (stream: Readable, max: number, sentence: string) {
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max) throw new Unreadable(sentence)
    yield chunk
  }
}

const openZip = async (path: string, size: number, folder: string): Promise<Package> => {
  const zip: ZipFile = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
  const counted = unpackedCounter(size)
  checkCount(zip.entryCount)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    checkCount(entries.size + 1)
    const name = entryName(entry)
    if (!name.endsWith('/')) entries.set(name, entry)
  }
  const find = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new Unreadable(`В архиве нет файла «${name}».`)
    if (entry.isEncrypted()) throw new Unreadable('Архив закрыт паролем. Упакуйте его без пароля.')
    counted(entry.uncompressedSize)
    return entry
  }
  const bytes = async (name: string, max: number) => {
    const entry = find(name)
    const tooLong = `Файл «${name}» слишком большой.`
    if (entry.uncompressedSize > max) throw new Unreadable(tooLong)
    // the library itself compares the bytes with the declared size
    return buffer(bounded(await zip.openReadStreamPromise(entry), max, tooLong))
  }
  let unpacked = 0
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    bytes,
    text: async (name) => textOf(await bytes(name, maxTextBytes)),
    unpack: async (name) => {
      const entry = find(name)
      unpacked += 1
      const target = join(folder, `entry-${unpacked}`)
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx' }))
      return { path: target, size: entry.uncompressedSize }
    },
    close: () => zip.close(),
  }
}

/** A tar has no table of contents, so that it is unpacked as a whole. */
const openTar = async (path: string, size: number, folder: string): Promise<Package> => {
  const counted = unpackedCounter(size)
  const entries = new Map<string, Unpacked>()
  const tar = extract()
  const reading = pipeline(
    createReadStream(path),
    createGunzip(),
    async function* (unpacked: AsyncIterable<Buffer>) {
      // whatever its headers declare
      for await (const chunk of unpacked) {
        counted(chunk.length)
        yield chunk
      }
    },
    tar,
  )
  reading.catch(() => {})
  let count = 0
  for await (const entry of tar) {
    count += 1
    checkCount(count)
    const { name, type, size: declared = 0 } = entry.header
    if (type === 'file' && !name.endsWith('/')) {
      const target = join(folder, `entry-${count}`)
      await pipeline(entry, createWriteStream(target, { flags: 'wx' }))
      entries.set(safeName(name), { path: target, size: declared })
    } else {
      // links lead out of the package, folders are made by nobody
      entry.resume()
    }
  }
  await reading
  const find = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new Unreadable(`В архиве нет файла «${name}».`)
    return entry
  }
  const bytes = async (name: string, max: number) => {
    const entry = find(name)
    if (entry.size > max) throw new Unreadable(`Файл «${name}» слишком большой.`)
    return buffer(createReadStream(entry.path))
  }
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    bytes,
    text: async (name) => textOf(await bytes(name, maxTextBytes)),
    unpack: async (name) => find(name),
    close: () => {},
  }
}

/** The first bytes of a file. */
const firstBytes = async (path: string, count: number) => {
  const file = await open(path)
  try {
    const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const isZip = (start: Buffer) => start.subarray(0, 2).toString('latin1') === 'PK'
const isGzip = (start: Buffer) => start[0] === 0x1f && start[1] === 0x8b

/** Whether a file begins as a ZIP does. */
export const looksLikeZip = async (path: string) => isZip(await firstBytes(path, 4))

/** Whether it is a document of Office before 2007, or of today with a password. */
export const looksLikeOldOffice = async (path: string) => (await firstBytes(path, 4)).toString('hex') === 'd0cf11e0'

/** Opens a ZIP or a `tar.gz`, whichever it is. Throws `Unreadable`. */
export const openPackage = async (path: string, size: number, folder: string): Promise<Package> => {
  const start = await firstBytes(path, 4)
  try {
    if (isZip(start)) return await openZip(path, size, folder)
    if (isGzip(start)) return await openTar(path, size, folder)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(broken, { cause: error })
  }
  throw new Unreadable(broken)
}
