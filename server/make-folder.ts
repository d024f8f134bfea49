import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The folders of a path that are not there yet, the uppermost first. */
export const missingFolders = (path: string) => {
  const missing: string[] = []
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.unshift(folder)
  return missing
}

/** Whether somebody else has just made the folder. */
export const isMade = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST'

/**
 * Makes a folder that an operator has named, with those above it. One level at a time: where a file system takes no
 * folders (/proc), Node's recursive `mkdir` tries for ever. Throws what the system says.
 */
export const makeFolder = async (path: string, mode = 0o777) => {
  for (const folder of missingFolders(path))
    await mkdir(folder, { mode }).catch((error: unknown) => {
      if (!isMade(error)) throw error
    })
}
