import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readArchive } from '#server/backup/archive.ts'
import { type BackupFacts, checkArchive, factsName, formatVersion } from '#server/backup/back-up.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { type DatabaseLoader, openLoader } from '#server/backup/load-database.repo.ts'
import type { PassphraseKey } from '#server/backup/passphrase.ts'
import type { FileStorage } from '#server/storage/storage.ts'

interface Target {
  /** The address of PostgreSQL itself, with an empty database. */
  url: string
  files: FileStorage
  key: PassphraseKey | null
  /** Where each file waits for its storage; by default the system's, which is often in memory. */
  temporaryFolder?: string
  /** The archive was read whole already, and nothing was found wrong. */
  isChecked?: boolean
}

const readFacts = async (bytes: Readable): Promise<BackupFacts> => {
  const facts = JSON.parse(Buffer.concat((await bytes.toArray()) as Buffer[]).toString()) as BackupFacts
  if (facts.format !== 'praktika-backup') throw new BackupError('Это не копия сайта.')
  if (facts.version > formatVersion)
    throw new BackupError('Копия сделана более новой версией сайта. Сначала обновите сайт, потом восстановите её.')
  return facts
}

/** Files may be larger than memory. */
const storeFile = async ({ files, temporaryFolder = tmpdir() }: Target, key: string, bytes: Readable) => {
  const folder = await mkdtemp(join(temporaryFolder, 'restore-'))
  const path = join(folder, 'file')
  try {
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    await files.store(key, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Makes an empty site what the archive has. The archive is read whole before anything is written, and the database
 * changes in one transaction after all files have arrived. Throws BackupError for an archive or a site that do not fit.
 */
export const restoreBackup = async (path: string, target: Target) => {
  const { url, key, isChecked = false } = target
  if (!isChecked) await checkArchive(path, key)
  let loader: DatabaseLoader | null = null
  let count = 0
  try {
    await readArchive(path, key, async (name, bytes) => {
      if (name === factsName) {
        loader = await openLoader(url, await readFacts(bytes))
        return
      }
      const [kind, ...rest] = name.split('/')
      if (kind === 'tables' && loader) await loader.load(rest.slice(0, -1).join('/'), bytes)
      else if (kind === 'files') {
        await storeFile(target, rest.join('/'), bytes)
        count += 1
      } else throw new BackupError('Это не копия сайта.')
    })
    const opened = loader as DatabaseLoader | null
    if (!opened) throw new BackupError('Это не копия сайта.')
    await opened.finish()
    return { files: count }
  } finally {
    await (loader as DatabaseLoader | null)?.close()
  }
}
