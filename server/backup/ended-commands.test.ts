import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { backUp } from '#server/backup/back-up.ts'
import { readConfig } from '#server/config.ts'
import { findPostmaster } from '#server/db/postgres-process.ts'
import { projectFolder } from '#server/project-folder.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { hold } from '#server/testing/locks.ts'
import { patienceMs } from '#server/testing/own-site.ts'

const { db, url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'ended-commands-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const files = await openStorage(readConfig({ DATA_DIR: join(folder, 'site') }))

/** Presses Ctrl+C once a command is under way, and waits until it has ended. */
const end = async (args: string[], variables: Record<string, string>, isUnderWay: () => unknown) => {
  const { DATABASE_URL: _, ...env } = process.env
  const command = spawn(process.execPath, args, { cwd: projectFolder, env: { ...env, ...variables }, stdio: 'ignore' })
  const ended = once(command, 'exit')
  await expect.poll(isUnderWay, { timeout: patienceMs }).toBeTruthy()
  command.kill('SIGINT')
  expect(await ended).toEqual([130, null])
}

it('a copy that is ended by Ctrl+C leaves nothing half written', { timeout: 2 * patienceMs }, async () => {
  const path = join(folder, 'ended')
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'site') }
  // the copy waits for it until it is ended
  const release = await hold(db, sql`lock table users`)
  await end(['server/backup/backup.ts', path], env, () => existsSync(`${path}.part`)).finally(release)
  expect(existsSync(`${path}.part`)).toBe(false)
})

it('a restore that is ended by Ctrl+C leaves no database running', { timeout: 2 * patienceMs }, async () => {
  const path = join(folder, 'copy')
  await backUp(path, { url, files, key: null })
  const dataDir = join(folder, 'restored')
  const cluster = join(dataDir, 'postgres')
  await end(['server/backup/restore.ts', path], { DATA_DIR: dataDir }, () => findPostmaster(cluster)?.socketDir)
  await expect.poll(() => findPostmaster(cluster), { timeout: patienceMs }).toBeUndefined()
})
