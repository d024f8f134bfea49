import { readS3Address } from '#server/storage/s3-address.ts'
import { type S3Bucket, s3Bucket } from '#server/storage/s3-bucket.ts'
import { S3Uploads } from '#server/storage/s3-uploads.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { storeInParts } from '#server/storage/store-in-parts.ts'

const objectsIn = (bucket: S3Bucket): FileStorage => {
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

/** Objects of an S3-compatible storage; its bucket is created when missing. Throws ConfigError. */
export const openS3Storage = async (address: string): Promise<FileStorage> => {
  const bucket = s3Bucket(readS3Address(address))
  await bucket.open()
  return objectsIn(bucket)
}

/** The same where the bucket is there; null where it is missing. Throws ConfigError. */
export const findS3Storage = async (address: string): Promise<FileStorage | null> => {
  const bucket = s3Bucket(readS3Address(address))
  return (await bucket.exists()) ? objectsIn(bucket) : null
}
