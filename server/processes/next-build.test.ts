import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { projectFolder } from '#server/project-folder.ts'
import { testDatabase } from '#server/testing/database.ts'
import { patienceMs, startOwnSite } from '#server/testing/own-site.ts'

const { url } = await testDatabase()
const project = await mkdtemp(join(tmpdir(), 'next-build-'))
afterAll(() => rm(project, { recursive: true, force: true }))

it('a process that is started again serves the build of the others', { timeout: 3 * patienceMs }, async () => {
  const own = join(projectFolder, 'build')
  const built = JSON.parse(await readFile(join(own, 'current.json'), 'utf8'))
  const builds = join(project, 'build')
  await mkdir(builds)
  for (const name of ['node_modules', 'server', 'contract', 'package.json'])
    await symlink(join(projectFolder, name), join(project, name))
  await symlink(join(own, built.folder), join(builds, built.folder))
  await cp(join(own, built.server.folder), join(builds, built.server.folder), { recursive: true })
  const point = (changes: object) =>
    writeFile(join(builds, 'current.json'), JSON.stringify({ ...built, previous: [], ...changes }))
  await point({})
  const site = await startOwnSite({ DATABASE_URL: url, DEMO: 'false', WORKERS: '2' }, project)
  try {
    // an upgrade before its restart; nothing of its web app is here
    await point({ folder: 'of-the-next-version' })
    const pid = site.pid()
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const child of children.trim().split(' ').map(Number)) process.kill(child, 'SIGKILL')
    const version = () =>
      fetch(`${site.url}/api/assets-version`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(2000),
      }).then(
        ({ status }) => status,
        () => null,
      )
    await expect.poll(version, { timeout: patienceMs }).toBe(200)
  } finally {
    await site.stop()
  }
})
