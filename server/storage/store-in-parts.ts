import { open } from 'node:fs/promises'
import type { S3Bucket } from '#server/storage/s3-bucket.ts'
import { StorageFailure } from '#server/storage/storage.ts'

/** The size of a part, which is kept in memory, in bytes; a storage takes max 10 000 parts. */
const partBytes = 16 * 1_048_576

const partsGone = () => new StorageFailure('away', new Error('Parts are gone.'))

/** Sends a file of this machine to a bucket, a part at a time. */
export const storeInParts =
  ({ put, beginParts, putPart, joinParts, forgetParts }: S3Bucket) =>
  async (key: string, path: string) => {
    const file = await open(path)
    const next = async () => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(partBytes), 0, partBytes)
      return buffer.subarray(0, bytesRead)
    }
    try {
      let part = await next()
      if (part.length < partBytes) return await put(key, part)
      const uploadId = await beginParts(key)
      try {
        const tags: string[] = []
        for (; part.length > 0; part = await next()) {
          const tag = await putPart(key, uploadId, tags.length + 1, part)
          if (tag === null) throw partsGone()
          tags.push(tag)
        }
        if (!(await joinParts(key, uploadId, tags))) throw partsGone()
      } catch (error) {
        await forgetParts(key, uploadId)
        throw error
      }
    } finally {
      await file.close()
    }
  }
