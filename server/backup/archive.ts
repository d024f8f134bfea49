import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { BackupError } from '#server/backup/backup-error.ts'
import type { PassphraseKey } from '#server/backup/passphrase.ts'

/** How a file in the age format begins (age-encryption.org/v1). */
const ageHeader = 'age-encryption.org/'

/** The last entry: name, size and SHA-256 of each other one. */
const checksumsName = 'checksums.json'

interface Checksum {
  name: string
  size: number
  /** In hex. */
  sha256: string
}

/** Adds entries to an archive, one after another. */
export interface ArchiveWriter {
  add: (name: string, bytes: Buffer) => Promise<void>
  /** Adds a stream of exactly `size` bytes. */
  addStream: (name: string, size: number, bytes: Readable) => Promise<void>
}

/**
 * Writes an archive: entries in the tar format, compressed by gzip and, with a key, encrypted in the age format. Its
 * last entry has the checksums of all others. Resolves when all of it is on the disk.
 */
export const writeArchive = async (
  path: string,
  key: PassphraseKey | null,
  fill: (writer: ArchiveWriter) => Promise<void>,
) => {
  const pack = tar.pack()
  const sums: Checksum[] = []
  const addStream = (name: string, size: number, bytes: Readable) =>
    new Promise<void>((resolve, reject) => {
      const hash = createHash('sha256')
      const entry = pack.entry({ name, size, mode: 0o600 }, (error) => {
        if (error) return reject(error)
        sums.push({ name, size, sha256: hash.digest('hex') })
        resolve()
      })
      // an archive that cannot be written, as on a full disk, ends the entry too; unhandled, that would end the process
      entry.once('error', (error) => {
        bytes.destroy()
        reject(error)
      })
      bytes.on('data', (part: Buffer) => hash.update(part))
      bytes.once('error', reject)
      bytes.pipe(entry)
    })
  const add = (name: string, bytes: Buffer) =>
    addStream(name, bytes.length, Readable.from(bytes.length > 0 ? [bytes] : []))
  const fillAll = async () => {
    try {
      await fill({ add, addStream })
      await add(checksumsName, Buffer.from(JSON.stringify(sums)))
      pack.finalize()
    } catch (error) {
      pack.destroy(error as Error)
      throw error
    }
  }
  // what reads the pack must run while it is filled
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  const compressed = createGzip({ level: 4 })
  const written = key
    ? pipeline(pack, compressed, (source) => encryptStream(source as Readable, key), file)
    : pipeline(pack, compressed, file)
  await Promise.all([fillAll(), written])
}

async function* encryptStream(source: Readable, key: PassphraseKey) {
  // takes 9 MB: only where something is encrypted
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(key)
  yield* (await encrypter.encrypt(Readable.toWeb(source) as never)) as unknown as AsyncIterable<Uint8Array>
}

const openArchive = async (path: string) => {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const what = error.code === 'ENOENT' ? 'не найден' : `не открыть (${error.code})`
    throw new BackupError(`Файл копии ${path} ${what}. Проверьте путь.`, { cause: error })
  })
  if (!stats.isFile()) throw new BackupError(`${path} не файл. Укажите файл копии, например praktika.tar.gz.`)
  return open(path)
}

const isEncrypted = async (path: string) => {
  const file = await openArchive(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === ageHeader
  } finally {
    await file.close()
  }
}

async function* decryptStream(source: Readable, key: PassphraseKey) {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  const plain = await decrypter.decrypt(Readable.toWeb(source) as never).catch((error: unknown) => {
    throw new BackupError('Пароль BACKUP_KEY к этой копии не подошёл.', { cause: error })
  })
  yield* plain as unknown as AsyncIterable<Uint8Array>
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash) {
  for await (const part of bytes) {
    hash.update(part)
    yield part
  }
}

/**
 * Reads an archive entry by entry and checks each against its checksum; throws BackupError for one that is damaged, cut
 * off, or encrypted with another passphrase.
 */
export const readArchive = async (
  path: string,
  key: PassphraseKey | null,
  take: (name: string, bytes: Readable, size: number) => Promise<void>,
) => {
  const encrypted = await isEncrypted(path)
  if (encrypted && !key) throw new BackupError('Копия зашифрована. Задайте в BACKUP_KEY её пароль.')
  const extract = tar.extract()
  const found: Checksum[] = []
  let promised: Checksum[] | null = null
  const takeAll = async () => {
    for await (const entry of extract) {
      const { name, size = 0 } = entry.header
      const hash = createHash('sha256')
      const bytes = Readable.from(hashed(entry as AsyncIterable<Buffer>, hash), { objectMode: false })
      if (name === checksumsName) promised = JSON.parse(Buffer.concat(await bytes.toArray()).toString())
      else {
        await take(name, bytes, size)
        found.push({ name, size, sha256: hash.digest('hex') })
      }
    }
  }
  const unpacked = createGunzip()
  const plain = encrypted
    ? pipeline(
        createReadStream(path),
        (source) => decryptStream(source as Readable, key as PassphraseKey),
        unpacked,
        extract,
      )
    : pipeline(createReadStream(path), unpacked, extract)
  try {
    await Promise.all([plain, takeAll()])
  } catch (error) {
    if (error instanceof BackupError || !isDamage(error)) throw error
    throw new BackupError('Копия повреждена или обрезана: прочитать её до конца не удалось.', { cause: error })
  }
  if (!promised || JSON.stringify(promised) !== JSON.stringify(found))
    throw new BackupError('Копия повреждена: её содержимое не совпадает с контрольными суммами.')
}

/** Whether an error comes from the bytes of an archive and not from what was made of them. */
const isDamage = (error: unknown) =>
  error instanceof Error &&
  /Z_DATA|Z_BUF|unexpected end|unexpected EOF|tar|header|decrypt|stream/i.test(
    `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`,
  )

export const discard = async (bytes: Readable) => {
  await pipeline(bytes, new Writable({ write: (_part, _encoding, done) => done() }))
}
