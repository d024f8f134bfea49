import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import type { FileStorage } from '#server/storage/storage.ts'

const folderOf = (dataDir: string) => join(dataDir, 'files')

/** The storage of the configuration, checked to be usable; its folder or bucket is created when missing. Throws ConfigError. */
export const openStorage = async ({ s3Url, dataDir }: Pick<Config, 's3Url' | 'dataDir'>): Promise<FileStorage> => {
  if (!s3Url) return openDiskStorage(folderOf(dataDir))
  // Amazon's library is large, and few sites need it
  const { openS3Storage } = await import('#server/storage/s3-storage.ts')
  return openS3Storage(s3Url)
}

/** The same without creating anything: null when there is no such folder or bucket. Throws ConfigError. */
export const findStorage = async ({
  s3Url,
  dataDir,
}: Pick<Config, 's3Url' | 'dataDir'>): Promise<FileStorage | null> => {
  if (!s3Url) return existsSync(folderOf(dataDir)) ? openDiskStorage(folderOf(dataDir)) : null
  const { findS3Storage } = await import('#server/storage/s3-storage.ts')
  return findS3Storage(s3Url)
}
