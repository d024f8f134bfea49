import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '#server/config.ts'
import { projectFolder } from '#server/project-folder.ts'

const run = promisify(execFile)

/** Less than a day, so that a copy is not made an hour later each day. */
const intervalMs = 23.5 * 60 * 60_000

const pattern = /^praktika-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.tar\.gz(\.age)?$/

/** The daily copies in a folder, the newest first, with the moment each was begun at. */
export const listBackups = async (folder: string) => {
  const names = (await readdir(folder))
    .filter((name) => pattern.test(name))
    .sort()
    .reverse()
  return names.map((name) => {
    const [day, time] = (pattern.exec(name)?.[1] ?? '').split('T')
    return { path: join(folder, name), at: `${day}T${time?.replaceAll('-', ':')}.000Z` }
  })
}

/** Makes a copy by the same command as by hand, in a process apart: compressing and encrypting hold nobody up. */
const makeBackup = async (path: string) => {
  await run(process.execPath, [join(projectFolder, 'server', 'backup', 'backup.ts'), path])
}

/** Makes the daily copy when it is due, and deletes the oldest ones; nothing without a folder for them. */
export const keepDailyBackup = async (
  { backupDir, backupKeep, backupKey }: Pick<Config, 'backupDir' | 'backupKeep' | 'backupKey'>,
  now = new Date(),
  make = makeBackup,
) => {
  if (!backupDir) return
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  const [newest] = await listBackups(backupDir)
  if (newest && now.getTime() - Date.parse(newest.at) < intervalMs) return
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-')
  await make(join(backupDir, `praktika-${moment}Z.tar.gz${backupKey ? '.age' : ''}`))
  for (const { path } of (await listBackups(backupDir)).slice(backupKeep)) await rm(path, { force: true })
}
