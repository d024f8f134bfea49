import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#contract/durations.ts'
import type { Config } from '#server/config.ts'
import { askDisk, makeStorageFolder } from '#server/storage/ask-disk.ts'

/** A folder that is older than this is of a process that died, in milliseconds. */
const maxAgeMs = dayMs

const rootOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'temporary')

/**
 * Makes a folder of its own for a job; `remove` deletes it with everything in it. Throws StorageFailure for what the disk
 * is to blame for.
 */
export const makeTemporaryFolder = async (config: Pick<Config, 'dataDir'>) => {
  await makeStorageFolder(rootOf(config))
  const path = await askDisk(mkdtemp(join(rootOf(config), 'job-')))
  // where nothing can be written, nothing can be deleted, either: the sweep does it later
  return { path, remove: () => rm(path, { recursive: true, force: true }).catch(() => {}) }
}

/** Deletes the folders of jobs whose process died. */
export const sweepTemporaryFolders = async (config: Pick<Config, 'dataDir'>, now = Date.now()) => {
  const names = await readdir(rootOf(config)).catch(() => [])
  for (const name of names) {
    const path = join(rootOf(config), name)
    const made = await stat(path).catch(() => null)
    if (made && now - made.mtimeMs > maxAgeMs) await rm(path, { recursive: true, force: true })
  }
}
