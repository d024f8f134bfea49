import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hourMs } from '#contract/durations.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import type { Config } from '#server/config.ts'
import { alone } from '#server/db/alone.ts'
import type { Deps } from '#server/deps.ts'
import { cleanLine } from '#server/log-failure.ts'
import { projectFolder } from '#server/project-folder.ts'

const run = promisify(execFile)

/** Less than a day, so that a copy is not made an hour later each day. */
const intervalMs = 23.5 * hourMs

const complete = /^praktika-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.tar\.gz(\.age)?$/
const unfinished = /^praktika-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.tar\.gz(\.age)?\.part$/

const listCopies = async (folder: string, pattern: RegExp) => {
  const names = (await readdir(folder))
    .filter((name) => pattern.test(name))
    .sort()
    .reverse()
  return names.map((name) => {
    const [day, time] = (pattern.exec(name)?.[1] ?? '').split('T')
    return { path: join(folder, name), at: `${day}T${time?.replaceAll('-', ':')}.000Z` }
  })
}

/** Clocks of machines that share a folder may differ by this much. */
const maxAheadMs = hourMs

/**
 * The daily copies in a folder, the newest first, with the moment each was begun at. Without those from a time to come:
 * one that was made while the clock was wrong must not stand for the copies of all days until then.
 */
export const listBackups = async (folder: string, now = Date.now()) =>
  (await listCopies(folder, complete)).filter(({ at }) => Date.parse(at) <= now + maxAheadMs)

/** Beside the copies, so that every process, the doctor and the next start know of it. */
const failureFile = (folder: string) => join(folder, 'last-failure.json')

/** When the daily copy last failed, and why, until one has succeeded. */
interface LastFailure {
  /** ISO 8601. */
  at: string
  /** A sentence. */
  reason: string
}

/** The failure of the latest daily copy; null when it was made. */
export const readLastFailure = async (folder: string): Promise<LastFailure | null> => {
  try {
    return JSON.parse(await readFile(failureFile(folder), 'utf8'))
  } catch {
    // not there, or written without its end on a full disk
    return null
  }
}

/** A copy that takes longer is ended, in milliseconds: it would keep all later ones from being made. */
const maxCopyMs = 20 * hourMs

/** What the command has said, in one line that can be shown. */
const reasonOf = (error: unknown) => {
  const { stderr, message, killed } = error as { stderr?: string; message: string; killed?: boolean }
  if (killed)
    return `Копия не закончилась за ${maxCopyMs / hourMs} часов: не отвечает база данных или хранилище файлов.`
  const [line = ''] = (stderr?.trim() || message).split('\n')
  return cleanLine(line)
    .slice(0, 300)
    .replace(/[^.!?]$/, '$&.')
}

/** A disk that is full has no room for the note, either: the log has the failure all the same. */
const noteFailure = (folder: string, failed: LastFailure) =>
  writeFile(failureFile(folder), JSON.stringify(failed), { mode: 0o600 }).catch(() => {})

/**
 * Makes a copy by the same command as by hand, in a process apart: compressing and encrypting hold nobody up. It is
 * killed after `maxMs`.
 */
export const makeBackup = async (path: string, maxMs = maxCopyMs) => {
  const command = join(projectFolder, 'server', 'backup', 'backup.ts')
  await run(process.execPath, [command, path], { timeout: maxMs, killSignal: 'SIGKILL' })
}

/**
 * Makes the daily copy when it is due, notes when it fails, and deletes the oldest ones; nothing without a folder for
 * them. Not for two processes at a time: see `keepDailyBackupAlone`.
 */
export const keepDailyBackup = async (
  { backupDir, backupKeep, backupKey }: Pick<Config, 'backupDir' | 'backupKeep' | 'backupKey'>,
  now = new Date(),
  make = makeBackup,
) => {
  if (!backupDir) return
  await openBackupFolder(backupDir)
  const [newest] = await listBackups(backupDir, now.getTime())
  if (newest && now.getTime() - Date.parse(newest.at) < intervalMs) return
  // of processes that were killed while they wrote: first of all, as the disk may be full of them
  for (const { path, at } of await listCopies(backupDir, unfinished))
    if (now.getTime() - Date.parse(at) > intervalMs) await rm(path, { force: true })
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const path = join(backupDir, `praktika-${moment}Z.tar.gz${backupKey ? '.age' : ''}`)
  try {
    await make(path)
  } catch (error) {
    // of a process that was killed: the next one would find the disk full, and note that as the reason
    await rm(`${path}.part`, { force: true }).catch(() => {})
    await noteFailure(backupDir, { at: now.toISOString(), reason: reasonOf(error) })
    throw error
  }
  await rm(failureFile(backupDir), { force: true })
  for (const { path } of (await listBackups(backupDir, now.getTime())).slice(backupKeep))
    await rm(path, { force: true })
}

/**
 * The same for each of several processes and machines: the others wait, and then find the copy of the first where they
 * share the folder.
 */
export const keepDailyBackupAlone = async (
  { config, url }: Pick<Deps, 'config' | 'url'>,
  ...rest: [now?: Date, make?: typeof makeBackup]
) => {
  if (config.backupDir) await alone(url, 'backup', () => keepDailyBackup(config, ...rest))
}
