import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { projectFolder } from '#server/project-folder.ts'

const run = promisify(execFile)
const ops = join(projectFolder, 'ops')
const folder = await mkdtemp(join(tmpdir(), 'praktika-ops-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const missing = (program: string, option: string) =>
  spawnSync(program, [option]).status === 0 ? null : ` (нет ${program})`

const noSystemd = missing('systemd-analyze', '--version')
it.skipIf(noSystemd)(`systemd accepts the unit, and finds it closed${noSystemd ?? ''}`, async () => {
  const unit = await readFile(join(ops, 'praktika.service'), 'utf8')
  const path = join(folder, 'praktika.service')
  // where the site is installed is somewhere else here
  const here = unit.replaceAll('/opt/praktika/node_modules/node/bin/node', process.execPath)
  await writeFile(path, here.replaceAll('=/opt/praktika', `=${folder}`))
  const verified = await run('systemd-analyze', ['verify', path])
  expect(verified.stderr.split('\n').filter((line) => line.includes('praktika'))).toEqual([])
  // in tenths: what systemd calls OK ends at 4.9
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', '--no-pager', path])
})

const noCompose = missing('docker-compose', '--version')
it.skipIf(noCompose)(`docker-compose accepts the compose file with its example${noCompose ?? ''}`, async () => {
  const files = ['-f', join(ops, 'compose.yaml'), '--env-file', join(ops, 'compose.env.example')]
  const { stdout } = await run('docker-compose', [...files, 'config', '--services'])
  expect(stdout.trim().split('\n').sort()).toEqual(['bucket', 'database', 'proxy', 'site1', 'site2', 'storage'])
})

it('the compose file gives the site neither the superuser of its database nor the root of its storage', async () => {
  const compose = await readFile(join(ops, 'compose.yaml'), 'utf8')
  const [, site] = /DATABASE_URL: postgres:\/\/(\w+):/.exec(compose) ?? []
  const [, user] = /S3_URL: http:\/\/(\w+):/.exec(compose) ?? []
  const [, superuser] = /POSTGRES_USER: (\w+)/.exec(compose) ?? []
  const [, root] = /MINIO_ROOT_USER: (\w+)/.exec(compose) ?? []
  expect([site, superuser, user, root]).toEqual(['praktika', 'postgres', 'praktika', 'root'])
  for (const script of ['postgres-init.sh', 'minio-init.sh']) {
    expect(compose).toContain(`./${script}:`)
    await run('sh', ['-n', join(ops, script)])
  }
})
