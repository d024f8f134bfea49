import { readS3Address } from '#server/storage/s3-address.ts'
import { s3Bucket } from '#server/storage/s3-bucket.ts'
import { S3Uploads } from '#server/storage/s3-uploads.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { storeInParts } from '#server/storage/store-in-parts.ts'

/** Objects of an S3-compatible storage; its bucket is created when missing. Throws ConfigError. */
export const openS3Storage = async (address: string): Promise<FileStorage> => {
  const bucket = s3Bucket(readS3Address(address))
  await bucket.open()
  const { size, get, put, remove, check, list } = bucket
  return {
    uploads: new S3Uploads(bucket),
    size,
    read: get,
    write: put,
    store: storeInParts(bucket),
    remove,
    check,
    list,
  }
}
