import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'

const folder = await mkdtemp(join(tmpdir(), 'praktika-watch-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const stopWithParent = new URL('../server/stop-with-parent.ts', import.meta.url).href
const keepRunning = new URL('./keep-running.mjs', import.meta.url).href

/** Replaces the server: listens, sends `started`, writes its process id into a file. */
const program = `
  import { appendFileSync } from 'node:fs'
  import { createServer } from 'node:net'
  import { stopWithParent } from ${JSON.stringify(stopWithParent)}
  stopWithParent(() => process.exit(0))
  process.on('SIGTERM', () => process.exit(7))
  const server = createServer()
  server.on('error', () => process.exit(1))
  // it may be killed as soon as its id can be read: by then it counts as started
  server.listen(Number(process.env.PORT), '127.0.0.1', () =>
    process.send('started', () => appendFileSync(process.env.PIDS, process.pid + '\\n')))`

const watch = async (port: number) => {
  const pids = join(folder, `${port}.pids`)
  await writeFile(pids, '')
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(
    join(folder, 'watch.mjs'),
    `import { keepRunning } from ${JSON.stringify(keepRunning)}
     const found = { program: process.execPath, args: [${JSON.stringify(join(folder, 'program.ts'))}], options: {} }
     process.exitCode = await keepRunning(async () => found)`,
  )
  const watcher = spawn(process.execPath, [join(folder, 'watch.mjs')], {
    env: { ...process.env, PORT: String(port), PIDS: pids, npm_lifecycle_event: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  watcher.stderr.on('data', (bytes) => {
    printed += bytes
  })
  const started = async () => (await readFile(pids, 'utf8')).split('\n').filter(Boolean).map(Number)
  onTestFinished(async () => {
    watcher.kill('SIGKILL')
    for (const pid of await started()) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  /** The process id of its `nth` program, once that runs. */
  const nth = async (count: number) => {
    await expect.poll(async () => (await started()).length, { timeout: 15_000 }).toBe(count)
    return (await started())[count - 1] as number
  }
  return { watcher, nth, started, printed: () => printed }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const codeOf = async (watcher: ChildProcess) => (await once(watcher, 'exit'))[0]

it('starts a program again that was killed, and again', async () => {
  const { nth, printed } = await watch(await freePort())
  process.kill(await nth(1), 'SIGKILL')
  process.kill(await nth(2), 'SIGKILL')
  expect(isAlive(await nth(3))).toBe(true)
  await expect.poll(printed).toContain('Запускаю снова через 1 с.')
  expect(printed()).toContain('Запускаю снова через 0,5 с.')
})

it('forwards a signal, and starts nothing more', async () => {
  const { watcher, nth, started } = await watch(await freePort())
  const pid = await nth(1)
  const code = codeOf(watcher)
  watcher.kill('SIGTERM')
  expect(await code).toBe(7)
  expect([isAlive(pid), (await started()).length]).toEqual([false, 1])
})

it('can be stopped during a pause', async () => {
  const { watcher, nth, started } = await watch(await freePort())
  process.kill(await nth(1), 'SIGKILL')
  process.kill(await nth(2), 'SIGKILL')
  const code = codeOf(watcher)
  watcher.kill('SIGTERM')
  await code
  expect((await started()).filter(isAlive)).toEqual([])
})

it('stops its program when it is killed itself', async () => {
  const { watcher, nth } = await watch(await freePort())
  const pid = await nth(1)
  watcher.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

it('gives up a program that cannot start', async () => {
  const taken = createServer()
  const port = await freePort()
  taken.listen(port, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { watcher, started } = await watch(port)
  expect(await codeOf(watcher)).toBe(1)
  expect(await started()).toEqual([])
})
