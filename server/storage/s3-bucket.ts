import type { Readable } from 'node:stream'
import { S3 } from '@aws-sdk/client-s3'
import { ConfigError } from '#server/config.ts'
import type { S3Address } from '#server/storage/s3-address.ts'
import { type ByteRange, StorageFailure } from '#server/storage/storage.ts'

interface S3Error {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

const statusOf = (error: unknown) => (error as S3Error).$metadata?.httpStatusCode
const isMissing = (error: unknown) =>
  ['NoSuchKey', 'NoSuchUpload', 'NotFound'].includes((error as S3Error).name ?? '') || statusOf(error) === 404
const isFull = (error: unknown) => statusOf(error) === 507 || /quota|full/i.test((error as S3Error).name ?? '')

/** Null for what is not there; whatever else goes wrong is the storage's failure. */
const ask = async <T>(doing: Promise<T>): Promise<T | null> => {
  try {
    return await doing
  } catch (error) {
    if (isMissing(error)) return null
    throw new StorageFailure(isFull(error) ? 'full' : 'away', error)
  }
}

/** For what must be there. */
const need = async <T>(doing: Promise<T>): Promise<T> => {
  const answer = await ask(doing)
  if (answer === null) throw new StorageFailure('away', new Error('The bucket or the upload is gone.'))
  return answer
}

/** One bucket of an S3-compatible storage, or what lies there under a prefix. Throws StorageFailure. */
export const s3Bucket = ({ endpoint, accessKeyId, secretAccessKey, bucket, prefix, region }: S3Address) => {
  const client = new S3({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // checksums in trailers are Amazon's own: others refuse them
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5000,
      // until the answer begins; without the second word the library would only complain of it
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      // whoever watches a film holds a connection for as long; by itself the library has 50, and then nobody is served
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })
  return {
    /** Makes the bucket when there is none. Throws ConfigError. */
    open: async () => {
      try {
        const there = await ask(client.headBucket({ Bucket: bucket }))
        if (!there) await ask(client.createBucket({ Bucket: bucket }))
      } catch (error) {
        const status = statusOf((error as Error).cause)
        if (status === undefined) {
          throw new ConfigError(`Хранилище файлов ${endpoint} не отвечает. Проверьте переменную S3_URL.`)
        }
        throw new ConfigError(
          `Хранилище файлов ${endpoint} не пустило в корзину ${bucket} (ответ ${status}). Проверьте ключи, регион и имя корзины в переменной S3_URL.`,
        )
      }
    },
    size: async (key: string) => (await ask(client.headObject(at(key))))?.ContentLength ?? null,
    get: async (key: string, range?: ByteRange) => {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const answer = await ask(client.getObject({ ...at(key), ...part }))
      return answer ? (answer.Body as Readable) : null
    },
    put: async (key: string, bytes: Buffer) => {
      await need(client.putObject({ ...at(key), Body: bytes, ContentLength: bytes.length }))
    },
    remove: async (key: string) => {
      await ask(client.deleteObject(at(key)))
    },
    /** Begins an object that comes in parts; answers its name for the calls below. */
    beginParts: async (key: string) => (await need(client.createMultipartUpload(at(key)))).UploadId as string,
    /** Answers what to name the part by at the end. */
    putPart: async (key: string, uploadId: string, number: number, bytes: Buffer) => {
      const part = { ...at(key), UploadId: uploadId, PartNumber: number, Body: bytes }
      return (await need(client.uploadPart(part))).ETag as string
    },
    /** Whether the parts became an object: false when storage knows of no such parts, or of others in their place. */
    joinParts: async (key: string, uploadId: string, etags: string[]) => {
      const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const join = { ...at(key), UploadId: uploadId, MultipartUpload: { Parts } }
      try {
        return (await ask(client.completeMultipartUpload(join))) !== null
      } catch (error) {
        if (((error as Error).cause as S3Error).name === 'InvalidPart') return false
        throw error
      }
    },
    forgetParts: async (key: string, uploadId: string) => {
      try {
        await ask(client.abortMultipartUpload({ ...at(key), UploadId: uploadId }))
      } catch (error) {
        // smaller storages know no such call: then they keep the parts
        if (![405, 501].includes(statusOf((error as Error).cause) ?? 0)) throw error
      }
    },
    async *list() {
      for (let after: string | undefined; ; ) {
        const page = await need(
          client.listObjectsV2({ Bucket: bucket, Prefix: prefix, ...(after ? { ContinuationToken: after } : {}) }),
        )
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key.slice(prefix.length), modified: LastModified }
        }
        after = page.NextContinuationToken
        if (!after) return
      }
    },
  }
}

export type S3Bucket = ReturnType<typeof s3Bucket>
