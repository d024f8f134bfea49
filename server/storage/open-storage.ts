import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** The storage of the configuration, checked to be usable. Throws ConfigError. */
export const openStorage = async ({ s3Url, dataDir }: Pick<Config, 's3Url' | 'dataDir'>): Promise<FileStorage> => {
  if (!s3Url) return openDiskStorage(join(dataDir, 'files'))
  // Amazon's library is large, and few sites need it
  const { openS3Storage } = await import('#server/storage/s3-storage.ts')
  return openS3Storage(s3Url)
}
