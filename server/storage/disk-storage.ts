import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { askDisk, diskFailure, makeStorageFolder } from '#server/storage/ask-disk.ts'
import { type FileStorage, type UploadStore, uploadExtensions } from '#server/storage/storage.ts'
import { syncFolder } from '#server/sync-folder.ts'
import { uploadWrites } from '#server/uploads/upload-writes.ts'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Null for a missing file. */
const unlessMissing = async <T>(doing: Promise<T>): Promise<T | null> => {
  try {
    return await askDisk(doing)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Writes everything: a full disk accepts a part before it refuses the rest. */
const writeAt = async (file: FileHandle, chunks: Buffer[], length: number, position: number) => {
  if (length === 0) return
  const { bytesWritten } = await file.writev(chunks, position)
  if (bytesWritten === length) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  await writeAt(file, [rest], rest.length, position + bytesWritten)
}

/** Received data are written when this many bytes are there, or after this many milliseconds. */
const batch = { bytes: 1_048_576, time: 1000 }

/**
 * Writes a stream into a file while it is still being read, and returns the new end. What was received before an error
 * is written.
 */
const writeStream = async (stream: Readable, file: FileHandle, start: number) => {
  let end = start
  let waiting: Buffer[] = []
  let length = 0
  let since = performance.now()
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    const [chunks, size, position] = [waiting, length, end]
    ;[waiting, length, since, end] = [[], 0, performance.now(), end + length]
    await writing
    writing = writeAt(file, chunks, size, position)
    // reported at the next flush
    writing.catch(() => {})
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      waiting.push(chunk)
      length += chunk.length
      if (length >= batch.bytes || performance.now() - since > batch.time) await flush()
    }
  } finally {
    await flush()
    await writing
  }
  return end
}

/**
 * The library's own store, which takes the offset from the file's length; received bytes stay, whatever ends the
 * upload.
 */
class DiskUploads extends FileStore implements UploadStore {
  override extensions = uploadExtensions
  #writes = uploadWrites()

  settled = (id: string) => this.#writes.settled(id)

  override async getUpload(id: string) {
    await this.settled(id)
    return askDisk(super.getUpload(id))
  }

  override write(stream: Readable, id: string, offset: number) {
    return this.#writes.run(id, () => askDisk(this.#append(stream, id, offset)))
  }

  async #append(stream: Readable, id: string, offset: number) {
    const path = join(this.directory, id)
    const { size } = await super.getUpload(id)
    const file = await open(path, 'r+')
    try {
      const end = await writeStream(stream, file, offset)
      // a complete upload is confirmed: it must survive a power cut
      if (end === size) {
        await file.datasync()
        await syncFolder(this.directory)
      }
      return end
    } finally {
      await file.close()
    }
  }

  override create(upload: Parameters<FileStore['create']>[0]) {
    return askDisk(super.create(upload))
  }

  override async remove(id: string) {
    await this.settled(id)
    await askDisk(rm(join(this.directory, id), { force: true }))
    await askDisk(rm(join(this.directory, `${id}.json`), { force: true }))
  }
}

const writeWhole = async (path: string, bytes: Buffer | Readable) => {
  await makeStorageFolder(dirname(path))
  const part = `${path}.${randomUUID()}.part`
  try {
    const file = await open(part, 'wx')
    try {
      await file.writeFile(bytes)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    await syncFolder(dirname(path))
  } catch (error) {
    // where nothing can be written, nothing can be deleted, either
    await rm(part, { force: true }).catch(() => {})
    throw diskFailure(error)
  }
}

/**
 * Files in a folder of this machine, which is created when missing. Keys are ours: they contain nothing from a request.
 */
export const openDiskStorage = async (folder: string): Promise<FileStorage> => {
  await mkdir(folder, { recursive: true })
  const pathOf = (key: string) => join(folder, key)
  return {
    uploads: new DiskUploads({ directory: folder }),
    size: async (key) => (await unlessMissing(stat(pathOf(key))))?.size ?? null,
    read: async (key, range) => {
      const file = await unlessMissing(open(pathOf(key)))
      return file?.createReadStream({ highWaterMark: 256 * 1024, ...range }) ?? null
    },
    write: (key, bytes) => writeWhole(pathOf(key), bytes),
    store: (key, path) => writeWhole(pathOf(key), createReadStream(path, { highWaterMark: batch.bytes })),
    remove: (key) => askDisk(rm(pathOf(key), { force: true })),
    check: () => access(folder, constants.W_OK),
    async *list() {
      for await (const entry of await opendir(folder, { recursive: true })) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const found = await unlessMissing(stat(path))
        if (found) yield { key: path.slice(folder.length + 1).replaceAll('\\', '/'), modified: found.mtime }
      }
    },
  }
}
