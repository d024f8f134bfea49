import { chmodSync, lstatSync, mkdirSync, opendirSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Config, ConfigError, NotResponding } from '#server/config.ts'
import { diskReason } from '#server/disk-reason.ts'
import { isMade, missingFolders } from '#server/make-folder.ts'

const ownFile = 0o600
const ownFolder = 0o700
/** Others may pass through to their own files, and see nothing. */
const passable = 0o711

/** The embedded database's own folders, which PostgreSQL keeps private under whatever user it runs as. */
const isCluster = (name: string) => /^postgres(\.upgraded?)?(\.new-\d+)?$|^postgres-\d+-kept-/.test(name)

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/**
 * Sets the mode of a path that has another one. Leaves paths of other users, or on systems where modes mean nothing, and
 * those that another process has just deleted.
 */
const setMode = (path: string, wanted: number, mode: number) => {
  if ((mode & 0o777) === wanted) return
  try {
    chmodSync(path, wanted)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOENT'].includes(codeOf(error))) throw error
  }
}

/** What is in a folder; nothing once another process has deleted it. */
const entriesOf = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Closes everything in a folder to other users; does not follow links. */
const closeWithin = (folder: string, skip: (name: string) => boolean = () => false) => {
  for (const entry of entriesOf(folder)) {
    if (skip(entry.name) || !(entry.isFile() || entry.isDirectory())) continue
    const path = join(folder, entry.name)
    // another process may be deleting it right now
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found) continue
    setMode(path, entry.isDirectory() ? ownFolder : ownFile, found.mode)
    if (entry.isDirectory()) closeWithin(path)
  }
}

/** Whether the embedded PostgreSQL runs, or will run, as another user than the owner of the data folder. */
const hasOtherUser = (dataDir: string, owner: number) => {
  if (process.getuid?.() !== 0) return false
  const cluster = lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })
  return cluster === undefined || cluster.uid !== owner
}

/** As `makeFolder`, before anything else runs. */
const makeDataFolder = (dataDir: string) => {
  for (const folder of missingFolders(dataDir))
    try {
      mkdirSync(folder)
    } catch (error) {
      if (!isMade(error)) throw error
    }
}

/** Whether the setting or the rights are wrong; a disk that is full or away may be back in a minute. */
const isSetting = (error: unknown) =>
  ['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Why the disk refused the data folder, with the path where that is inside. */
const refusalOf = (dataDir: string, error: unknown) => {
  const { path } = error as NodeJS.ErrnoException
  return path?.startsWith(dataDir + sep) ? `${diskReason(error)} (${path})` : diskReason(error)
}

/**
 * Creates `DATA_DIR`, and lets nobody but the user of this process read what is in it and what this process will write:
 * people's files, letters with links, the database. Corrects what an earlier version left open. Run by root, PostgreSQL
 * gets its own user, who has to reach its folder. Throws ConfigError.
 */
export const closeDataFolder = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) => {
  try {
    // before the mask is set: the folders above it are not ours alone
    makeDataFolder(dataDir)
    // of a file, such as one of the system's, not even the mode changes
    opendirSync(dataDir).closeSync()
    process.umask(0o077)
    const { mode, uid } = statSync(dataDir)
    setMode(dataDir, databaseUrl === null && hasOtherUser(dataDir, uid) ? passable : ownFolder, mode)
    closeWithin(dataDir, isCluster)
  } catch (error) {
    throw new (isSetting(error) ? ConfigError : NotResponding)(
      `Папку данных ${dataDir} не получилось открыть: ${refusalOf(dataDir, error)}. Проверьте DATA_DIR.`,
    )
  }
}
