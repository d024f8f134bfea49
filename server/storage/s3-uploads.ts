import type { Readable } from 'node:stream'
import { buffer, json } from 'node:stream/consumers'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { S3Bucket } from '#server/storage/s3-bucket.ts'
import { infoSuffix, type UploadStore, uploadExtensions } from '#server/storage/storage.ts'
import { uploadWrites } from '#server/uploads/upload-writes.ts'

/** Size of each part but the last, in bytes; S3 accepts none below 5 MB, and at most 10 000 of them. */
const partSize = (size: number) => Math.max(8 * 1_048_576, Math.ceil(size / 10_000))

/** Kept beside an upload, under `{id}.info`: the only record of how much of it there is. */
interface Progress {
  size: number
  metadata: Record<string, string | null>
  creation_date: string
  uploadId: string
  parts: { etag: string; size: number }[]
  /** The object with what followed the last part, too small for its own part. */
  tail: { key: string; size: number } | null
  whole: boolean
}

const infoKey = (id: string) => `${id}${infoSuffix}`

const offsetOf = ({ parts, tail }: Progress) => parts.reduce((sum, { size }) => sum + size, 0) + (tail?.size ?? 0)

/**
 * Uploads as S3's multipart uploads. Parts are sent one after another, and each is recorded before the next one: parts
 * sent in parallel could leave a hole when the process dies. What was received before a cut is kept, however little it
 * is.
 */
export class S3Uploads extends DataStore implements UploadStore {
  override extensions = uploadExtensions
  #bucket: S3Bucket
  #writes = uploadWrites()

  constructor(bucket: S3Bucket) {
    super()
    this.#bucket = bucket
  }

  settled = (id: string) => this.#writes.settled(id)

  async #progress(id: string): Promise<Progress> {
    const info = await this.#bucket.get(infoKey(id))
    if (!info) throw ERRORS.FILE_NOT_FOUND
    return (await json(info)) as Progress
  }

  async #note(id: string, progress: Progress, changes: Partial<Progress>) {
    const before = progress.tail?.key
    Object.assign(progress, changes)
    await this.#bucket.put(infoKey(id), Buffer.from(JSON.stringify(progress)))
    if (before && before !== progress.tail?.key) await this.#bucket.remove(before)
  }

  override async create(upload: Upload) {
    const progress: Progress = {
      size: upload.size ?? 0,
      metadata: upload.metadata ?? {},
      creation_date: upload.creation_date ?? new Date().toISOString(),
      uploadId: await this.#bucket.beginParts(upload.id),
      parts: [],
      tail: null,
      whole: false,
    }
    await this.#note(upload.id, progress, {})
    if (progress.size === 0) await this.#join(upload.id, progress)
    return upload
  }

  override async getUpload(id: string) {
    await this.settled(id)
    const progress = await this.#progress(id)
    const offset = offsetOf(progress)
    // the process died between the last part and the joining
    if (offset === progress.size && !progress.whole) await this.#join(id, progress)
    const { size, metadata, creation_date } = progress
    return new Upload({ id, size, offset, metadata, creation_date })
  }

  override write(stream: Readable, id: string) {
    return this.#writes.run(id, () => this.#append(stream, id))
  }

  async #append(stream: Readable, id: string) {
    const progress = await this.#progress(id)
    const full = partSize(progress.size)
    const tail = await this.#tail(progress)
    let waiting: Buffer[] = [tail]
    let length = tail.length
    const put = async () => {
      const bytes = Buffer.concat(waiting, length)
      ;[waiting, length] = [[], 0]
      const etag = await this.#bucket.putPart(id, progress.uploadId, progress.parts.length + 1, bytes)
      // a rule of the bucket deletes what is not completed in time: the client begins from the first byte
      if (etag === null) throw ERRORS.FILE_NO_LONGER_EXISTS
      await this.#note(id, progress, { parts: [...progress.parts, { etag, size: bytes.length }], tail: null })
    }
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        waiting.push(chunk)
        length += chunk.length
        if (length >= full) await put()
      }
    } finally {
      // also of an interrupted one
      const isLast = offsetOf({ ...progress, tail: null }) + length === progress.size
      if (length > 0 && isLast) await put()
      else if (length > 0 && length !== progress.tail?.size) await this.#keepTail(id, progress, waiting)
    }
    if (offsetOf(progress) === progress.size && !progress.whole) await this.#join(id, progress)
    return offsetOf(progress)
  }

  async #tail({ tail }: Progress) {
    if (!tail) return Buffer.alloc(0)
    const kept = await this.#bucket.get(tail.key)
    if (!kept) throw ERRORS.FILE_NO_LONGER_EXISTS
    return buffer(kept)
  }

  async #keepTail(id: string, progress: Progress, waiting: Buffer[]) {
    const bytes = Buffer.concat(waiting)
    // its own name: until the new one is recorded, the old one counts
    const tail = { key: `${id}.tail-${progress.parts.length}-${bytes.length}`, size: bytes.length }
    await this.#bucket.put(tail.key, bytes)
    await this.#note(id, progress, { tail })
  }

  async #join(id: string, progress: Progress) {
    // S3 does not join zero parts
    if (progress.size === 0) await this.#bucket.put(id, Buffer.alloc(0))
    else {
      const etags = progress.parts.map(({ etag }) => etag)
      await this.#bucket.joinParts(id, progress.uploadId, etags)
      // it may have been joined before; or a rule of the bucket deleted parts, or another process replaced them
      if ((await this.#bucket.size(id)) !== progress.size) throw ERRORS.FILE_NO_LONGER_EXISTS
    }
    await this.#note(id, progress, { whole: true })
  }

  override async remove(id: string) {
    await this.settled(id)
    const info = await this.#bucket.get(infoKey(id))
    if (info) {
      const progress = (await json(info)) as Progress
      if (!progress.whole || progress.size === 0) await this.#bucket.forgetParts(id, progress.uploadId)
      if (progress.tail) await this.#bucket.remove(progress.tail.key)
    }
    await this.#bucket.remove(id)
    await this.#bucket.remove(infoKey(id))
  }
}
