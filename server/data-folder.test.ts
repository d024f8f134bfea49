import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { closeDataFolder } from '#server/data-folder.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { upload } from '#server/testing/upload.ts'
import { metadata, tus } from '#server/uploads/uploads.fixture.ts'
import { demoPassword } from '#server/users/users.factory.ts'

let folder: string
let site: OwnSite | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
})
afterEach(async () => {
  await site?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const modeOf = (path: string) => lstatSync(path).mode & 0o777

/**
 * What others could read or enter in a data folder, except the folder itself and PostgreSQL's private one. The site is
 * running: a temporary file of a job may be gone by the time it is looked at.
 */
const openTo = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== join(dataDir, 'postgres') && !path.startsWith(join(dataDir, 'postgres/')))
    .filter((path) => {
      const entry = lstatSync(path, { throwIfNoEntry: false })
      return entry !== undefined && (entry.mode & 0o777) !== (entry.isDirectory() ? 0o700 : 0o600)
    })

test('only the server’s user reads its files, including those that were open before', {
  timeout: 180_000,
}, async () => {
  const dataDir = join(folder, 'deeper', 'data')
  mkdirSync(join(dataDir, 'files', 'avatars'), { recursive: true })
  mkdirSync(join(dataDir, 'outbox'))
  const old = ['files/0123', 'files/avatars/a.webp', 'outbox/letter.eml'].map((name) => join(dataDir, name))
  for (const path of old) writeFileSync(path, 'x')
  for (const path of [dataDir, join(dataDir, 'files'), join(dataDir, 'files/avatars')]) chmodSync(path, 0o755)

  site = await startOwnSite({ DATA_DIR: dataDir, DEMO: 'false' })
  // PostgreSQL does not run as root, so its own user has to pass through
  expect(modeOf(dataDir).toString(8)).toBe(process.getuid?.() === 0 ? '711' : '700')
  expect(modeOf(join(folder, 'deeper'))).toBe(0o755)
  expect(openTo(dataDir)).toEqual([])

  const call = (path: string, init: RequestInit & { headers?: Record<string, string> }) => fetch(site?.url + path, init)
  const json = { 'content-type': 'application/json' }
  const email = 'student@school.example'
  const registration = { name: 'Мария', surname: 'Орлова', email, password: demoPassword, consent: true }
  const registered = await call('/api/auth/register', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(registration),
  })
  expect(registered.status).toBe(201)
  const { user, access_token } = (await registered.json()) as { user: { id: number }; access_token: string }
  const authorization = `Bearer ${access_token}`
  const sent = await call('/api/files', {
    method: 'POST',
    headers: {
      ...tus,
      authorization,
      'upload-length': '2',
      'content-type': 'application/offset+octet-stream',
      'upload-metadata': metadata({ filename: 'a.txt', filetype: 'text/plain' }),
    },
    body: 'да'.slice(0, 1),
  })
  expect(sent.status).toBe(201)
  const picture = upload(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  const avatar = await call(`/api/users/${user.id}/avatar`, {
    method: 'POST',
    headers: { ...picture.headers, authorization },
    body: new Uint8Array(picture.body),
  })
  expect(avatar.status).toBe(200)
  const asked = await call('/api/auth/forgot-password', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email }),
  })
  expect(asked.status).toBe(200)
  const letters = () => readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.eml'))
  await expect.poll(() => letters().length, { timeout: 20_000 }).toBeGreaterThan(1)
  expect(openTo(dataDir)).toEqual([])
})

test.skipIf(process.platform !== 'linux')('a data folder where the system makes none is refused in a sentence', () => {
  expect(() => closeDataFolder({ dataDir: '/proc/school/data', databaseUrl: null })).toThrow(
    /^Папку данных \/proc\/school\/data не получилось открыть: такого пути на диске нет\. Проверьте DATA_DIR\.$/,
  )
})

test('a file in place of the data folder is refused in a sentence, and stays as readable as it was', () => {
  const dataDir = join(folder, 'file')
  writeFileSync(dataDir, 'x')
  chmodSync(dataDir, 0o644)
  const close = (path: string) => () => closeDataFolder({ dataDir: path, databaseUrl: '' })
  for (const path of [dataDir, join(dataDir, 'data')])
    expect(close(path)).toThrow(
      new ConfigError(`Папку данных ${path} не получилось открыть: на этом пути файл, а не папка. Проверьте DATA_DIR.`),
    )
  expect(modeOf(dataDir)).toBe(0o644)
})

// only root can give a folder away
test.skipIf(process.getuid?.() !== 0)('a folder inside that belongs to somebody else is in the sentence', () => {
  const files = join(folder, 'files')
  mkdirSync(files, { mode: 0o700 })
  const nobody = 65_534
  chownSync(folder, nobody, nobody)
  process.seteuid?.(nobody)
  try {
    expect(() => closeDataFolder({ dataDir: folder, databaseUrl: '' })).toThrow(
      new ConfigError(`Папку данных ${folder} не получилось открыть: нет прав (${files}). Проверьте DATA_DIR.`),
    )
  } finally {
    process.seteuid?.(0)
  }
})

test('what is deleted meanwhile, such as the folder of a job, does not matter', async () => {
  const jobs = new Worker(
    `const { chmodSync, mkdirSync, rmdirSync } = require('node:fs')
    const { workerData: folder } = require('node:worker_threads')
    for (;;) {
      mkdirSync(folder + '/job')
      chmodSync(folder + '/job', 0o755)
      rmdirSync(folder + '/job')
    }`,
    { eval: true, workerData: folder },
  )
  await once(jobs, 'online')
  try {
    for (let turn = 0; turn < 5000; turn += 1) closeDataFolder({ dataDir: folder, databaseUrl: '' })
  } finally {
    await jobs.terminate()
  }
})
