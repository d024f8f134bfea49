import type { Readable } from 'node:stream'
import { S3 } from '@aws-sdk/client-s3'
import { ConfigError, NotResponding } from '#server/config.ts'
import type { S3Address } from '#server/storage/s3-address.ts'
import { type ByteRange, StorageFailure } from '#server/storage/storage.ts'

interface S3Error {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

const statusOf = (error: unknown) => (error as S3Error).$metadata?.httpStatusCode
/** Without its bucket nothing can be said of an object. */
const isMissing = (error: unknown) => {
  const { name = '' } = error as S3Error
  if (name === 'NoSuchBucket') return false
  return ['NoSuchKey', 'NoSuchUpload', 'NotFound'].includes(name) || statusOf(error) === 404
}
const isFull = (error: unknown) => statusOf(error) === 507 || /quota|full/i.test((error as S3Error).name ?? '')

/** Null for a missing object; any other error is a StorageFailure. */
const ask = async <T>(doing: Promise<T>): Promise<T | null> => {
  try {
    return await doing
  } catch (error) {
    if (isMissing(error)) return null
    throw new StorageFailure(isFull(error) ? 'full' : 'away', error)
  }
}

/** For objects that must exist. */
const need = async <T>(doing: Promise<T>): Promise<T> => {
  const response = await ask(doing)
  if (response === null) throw new StorageFailure('away', new Error('The bucket is gone.'))
  return response
}

/** One bucket of an S3-compatible storage, or a prefix in it. Throws StorageFailure. */
export const s3Bucket = ({ endpoint, credentials, bucket, prefix, region }: S3Address) => {
  const client = new S3({
    endpoint,
    region,
    ...(credentials && { credentials }),
    forcePathStyle: true,
    // checksums in trailers are Amazon's own: others refuse them
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5000,
      // until the response begins; without the second option the library would only log a warning
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      // a film holds a connection while somebody watches it; the library's default is 50, and then nobody else is
      // served
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })
  const isThere = async () => (await ask(client.headBucket({ Bucket: bucket }))) !== null
  const create = async () => {
    try {
      await ask(client.createBucket({ Bucket: bucket }))
    } catch (error) {
      // another process of the site, started at the same time, was faster
      if (statusOf((error as Error).cause) !== 409 || !(await isThere())) throw error
    }
  }
  /** Statuses of a gateway that limits at the moment: request timeout, too early, too many requests. */
  const busyStatuses = [408, 425, 429]
  /** Throws ConfigError. */
  const configured = async <T>(doing: Promise<T>): Promise<T> => {
    try {
      return await doing
    } catch (error) {
      const status = statusOf((error as Error).cause)
      if (status === undefined) {
        throw new NotResponding(`Хранилище файлов ${endpoint} не отвечает. Проверьте переменную S3_URL.`)
      }
      if (status >= 500 || busyStatuses.includes(status)) {
        throw new NotResponding(
          `Хранилище файлов ${endpoint} не отвечает как следует (ответ ${status}). Попробуйте позже.`,
        )
      }
      throw new ConfigError(
        `Хранилище файлов ${endpoint} не пустило в корзину ${bucket} (ответ ${status}). Проверьте ключи, регион и имя корзины в переменной S3_URL.`,
      )
    }
  }
  return {
    /** Whether there is a bucket. Throws ConfigError. */
    exists: () => configured(isThere()),
    /** Creates the bucket when it is missing. Throws ConfigError. */
    open: async () => {
      if (!(await configured(isThere()))) await configured(create())
    },
    /** Throws when the bucket is gone or the storage does not respond. */
    check: async () => {
      await need(client.headBucket({ Bucket: bucket }))
    },
    size: async (key: string) => {
      const object = await ask(client.headObject(at(key)))
      // the response to a HEAD has no body that says which of the two is missing
      if (!object) await need(client.headBucket({ Bucket: bucket }))
      return object?.ContentLength ?? null
    },
    get: async (key: string, range?: ByteRange) => {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const response = await ask(client.getObject({ ...at(key), ...part }))
      return response ? (response.Body as Readable) : null
    },
    put: async (key: string, bytes: Buffer) => {
      await need(client.putObject({ ...at(key), Body: bytes, ContentLength: bytes.length }))
    },
    remove: async (key: string) => {
      await ask(client.deleteObject(at(key)))
    },
    /** Begins an object that is sent in parts; returns its upload id for the calls below. */
    beginParts: async (key: string) => (await need(client.createMultipartUpload(at(key)))).UploadId as string,
    /** Returns the tag of the part, which `joinParts` needs; null when the storage has dropped the upload. */
    putPart: async (key: string, uploadId: string, number: number, bytes: Buffer) => {
      const part = { ...at(key), UploadId: uploadId, PartNumber: number, Body: bytes }
      const response = await ask(client.uploadPart(part))
      return response && (response.ETag as string)
    },
    /** Whether the parts became an object: false when the storage has no such parts, or others in their place. */
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
        // smaller storages lack this call: then they keep the parts
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
