import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { projectFolder } from '#server/project-folder.ts'

it('the command refuses a copy in the folder of files, before it does anything', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-command-'))
  const dataDir = join(folder, 'data')
  const path = join(dataDir, 'files', 'praktika.tar.gz')
  const { DATABASE_URL: _, ...env } = process.env
  const backingUp = promisify(execFile)(process.execPath, ['server/backup/backup.ts', path], {
    cwd: projectFolder,
    env: { ...env, DATA_DIR: dataDir },
  })
  await expect(backingUp).rejects.toMatchObject({
    code: 1,
    stderr: `${path} внутри папки файлов сайта ${dataDir}/files, и в каждую копию попали бы прежние. Укажите другую папку, лучше на другом диске.\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
  await rm(folder, { recursive: true })
})
