import { rmSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { type ArchiveWriter, discard, readArchive, writeArchive } from '#server/backup/archive.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { type DumpFacts, dumpDatabase } from '#server/backup/dump-database.repo.ts'
import type { PassphraseKey } from '#server/backup/passphrase.ts'
import { isMigrated } from '#server/backup/schema.repo.ts'
import { type FileStorage, infoSuffix } from '#server/storage/storage.ts'
import { syncFolder } from '#server/sync-folder.ts'

/** The format of archives: a number that grows when older versions of the site could not read them any more. */
export const formatVersion = 1
export const factsName = 'backup.json'

/** The first entry of an archive. */
export interface BackupFacts extends DumpFacts {
  format: 'praktika-backup'
  version: number
  /** ISO 8601. */
  created_at: string
}

/** Files up to this size are read at once. */
const smallSize = 4 * 2 ** 20

const bytesOf = async (bytes: Readable) => Buffer.concat((await bytes.toArray()) as Buffer[])

/**
 * Whether the file was there; one that was deleted meanwhile is left out. The record of an upload under way is replaced
 * with each part: it is read at once, as its size from a moment ago may be that of another one.
 */
const addFile = async (files: FileStorage, key: string, writer: ArchiveWriter) => {
  const name = `files/${key}`
  if (key.endsWith(infoSuffix)) {
    const record = await files.read(key)
    if (record) await writer.add(name, await bytesOf(record))
    return record !== null
  }
  const size = await files.size(key)
  if (size === null) return false
  // an upload under way grows: what has arrived by now belongs to the copy
  const bytes = size === 0 ? Readable.from([]) : await files.read(key, { start: 0, end: size - 1 })
  if (!bytes) return false
  if (size > smallSize) await writer.addStream(name, size, bytes)
  else await writer.add(name, await bytesOf(bytes))
  return true
}

const addFiles = async (files: FileStorage, writer: ArchiveWriter) => {
  let count = 0
  for await (const { key } of files.list()) if (await addFile(files, key, writer)) count += 1
  return count
}

/** Reads the whole archive again. Throws BackupError when it is not what was written. */
export const checkArchive = async (path: string, key: PassphraseKey | null) => {
  await readArchive(path, key, (_name, bytes) => discard(bytes))
}

interface Source {
  /** The address of PostgreSQL itself, without a pooler. */
  url: string
  files: FileStorage
  /** Encrypts the archive. */
  key: PassphraseKey | null
}

/**
 * Writes the whole site into one archive while it is in use: the database as it was at one moment, and then the files,
 * so that every file a row refers to is there unless it was deleted in between. The archive has its name only once it
 * was read again and found whole, and is on the disk by then. Returns how many tables and files it has. Throws
 * BackupError.
 */
export const backUp = async (path: string, { url, files, key }: Source) => {
  if (!(await isMigrated(url)))
    throw new BackupError('В этой базе данных ещё нет сайта. Проверьте переменную DATABASE_URL.')
  const there = await stat(path).catch(() => null)
  if (there && !there.isFile())
    throw new BackupError(`${path} не файл. Укажите файл для копии, например praktika.tar.gz.`)
  const part = `${path}.part`
  await openBackupFolder(dirname(path))
  await rm(part, { force: true })
  const drop = () => rmSync(part, { force: true })
  // by a signal, for instance
  process.once('exit', drop)
  let tables = 0
  let fileCount = 0
  try {
    await writeArchive(part, key, async (writer) => {
      await dumpDatabase(url, writer, async (facts) => {
        tables = facts.tables.length
        const about: BackupFacts = {
          format: 'praktika-backup',
          version: formatVersion,
          created_at: new Date().toISOString(),
          ...facts,
        }
        await writer.add(factsName, Buffer.from(JSON.stringify(about)))
      })
      fileCount = await addFiles(files, writer)
    })
    await checkArchive(part, key)
    await rename(part, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    process.off('exit', drop)
  }
  return { tables, files: fileCount }
}
