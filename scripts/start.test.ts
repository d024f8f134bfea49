import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { hourMs } from '#contract/durations.ts'

const ours = dirname(fileURLToPath(import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'praktika-start-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Replaces Vite: its server writes its process id and its file into `running`. */
const vite = `
  import { mkdirSync, writeFileSync } from 'node:fs'
  import { join } from 'node:path'
  const folder = process.argv[process.argv.indexOf('--outDir') + 1]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'main.js'), \`
    import { appendFileSync } from 'node:fs'
    const note = () => appendFileSync('running', process.pid + ' ' + import.meta.filename + '\\\\n')
    if (process.send) process.send('started', note)
    else note()
    process.on('disconnect', () => process.exit())
    setInterval(() => {}, 1000)\`)`

let count = 0
let project = ''
const builds = () => join(project, 'build')
const write = async (path: string, text: string) => {
  await mkdir(dirname(join(project, path)), { recursive: true })
  await writeFile(join(project, path), text)
}
/** A project with our scripts, and nothing to install. */
beforeEach(async () => {
  count += 1
  project = join(folder, String(count))
  await write('package.json', '{ "type": "module" }')
  await write('running', '')
  await write('node_modules/vite/bin/vite.js', vite)
  await write('scripts/describe-packages.mjs', 'export const describePackages = async () => {}')
  await write('scripts/prepare.mjs', `import { build } from './build.mjs'\nawait build()`)
  for (const name of ['build.mjs', 'keep-running.mjs', 'project.mjs', 'serve.mjs', 'start.mjs'])
    await copyFile(join(ours, name), join(project, 'scripts', name))
  await mkdir(join(project, 'node_modules', 'node', 'bin'), { recursive: true })
  await symlink(process.execPath, join(project, 'node_modules', 'node', 'bin', 'node'))
})

const current = async () => JSON.parse(await readFile(join(builds(), 'current.json'), 'utf8'))
/** Builds other sources; returns the name of the server's folder. */
const build = async (source: string) => {
  await write('web/main.ts', source)
  await write('server/main.ts', source)
  await promisify(execFile)(process.execPath, [join(project, 'scripts', 'build.mjs')])
  return (await current()).server.folder as string
}
/** Runs a script; returns how to find the process id and the file of its `nth` server, once that runs. */
const runScript = (name: string) => {
  const script = spawn(process.execPath, [join(project, 'scripts', name)], { cwd: project, stdio: 'ignore' })
  onTestFinished(() => void script.kill('SIGKILL'))
  return async (number: number) => {
    const lines = async () => (await readFile(join(project, 'running'), 'utf8')).split('\n').filter(Boolean)
    await expect.poll(async () => (await lines()).length, { timeout: 15_000 }).toBe(number)
    const [pid, file] = ((await lines()).at(-1) as string).split(' ')
    return { pid: Number(pid), file: file as string }
  }
}
/** Nothing has been built, run or marked for the last hours. */
const age = async () => {
  const time = new Date(Date.now() - 9 * hourMs)
  for (const name of await readdir(builds())) await utimes(join(builds(), name), time, time)
}

it('a running server keeps its folder while others are built, and the current one takes its place', async () => {
  await build('1')
  const nth = runScript('start.mjs')
  const first = await nth(1)
  let last = ''
  for (const source of ['2', '3', '4']) last = await build(source)
  expect(existsSync(first.file)).toBe(true)
  process.kill(first.pid, 'SIGKILL')
  expect((await nth(2)).file).toBe(join(builds(), last, 'main.js'))
})

it.runIf(existsSync('/proc'))(
  'a server that marks nothing, such as that of systemd, keeps its folders, too',
  async () => {
    await build('1')
    const { folder: web } = await current()
    const { file } = await runScript('serve.mjs')(1)
    for (const source of ['2', '3', '4', '5']) {
      await age()
      await build(source)
    }
    expect(existsSync(file)).toBe(true)
    expect(await readdir(builds())).toContain(web)
  },
)

it('old builds that nothing has run for an hour are deleted, but for the last ones', async () => {
  const made: string[] = []
  for (const [place, source] of ['1', '2', '3', '4'].entries()) {
    const name = await build(source)
    made.push(name)
    const time = new Date(Date.now() - (9 - place) * hourMs)
    await utimes(join(builds(), name), time, time)
  }
  const last = await build('5')
  const servers = (await readdir(builds())).filter((name) => name.startsWith('server-'))
  expect(servers.toSorted()).toEqual([...made.slice(2), last].toSorted())
})
