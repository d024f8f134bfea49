import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { fileLink } from '#server/files/file-link.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { findFile } from '#server/files/files.repo.ts'
import { findLetterKey } from '#server/notifications/notification-settings.repo.ts'
import { projectFolder } from '#server/project-folder.ts'
import { testApp } from '#server/testing/app.ts'

const { db, config, call, deps, signedIn } = await testApp()

it('ends every link that was signed before, and new ones work', async () => {
  const { id: user_id } = await signedIn()
  const file = await buildFile(db, deps.files, { user_id })
  const [before, letters] = [fileLink(file), await findLetterKey(db)]
  expect((await call('GET', before)).status).toBe(200)
  const folder = await mkdtemp(join(tmpdir(), 'praktika-renew-'))
  const script = join(projectFolder, 'server', 'renew-keys.ts')
  const env = { ...process.env, DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: folder }
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
  await rm(folder, { recursive: true })
  expect(stdout).toMatch(/Ключи ссылок заменены, файлов: 1\..*Перезапустите/)
  expect((await call('GET', before)).status).not.toBe(200)
  const now = await findFile(db, file.id)
  expect((await call('GET', now ? fileLink(now) : '')).status).toBe(200)
  expect(await findLetterKey(db)).not.toEqual(letters)
})
