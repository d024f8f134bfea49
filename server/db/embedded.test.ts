import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  DatabaseInUse,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '#server/db/embedded.ts'
import { isPostmaster } from '#server/db/postgres-process.ts'

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const fixture = fileURLToPath(new URL('./embedded.fixture.ts', import.meta.url))
const settings = { fsync: 'off' }

// Each takes one to four seconds; on a busy machine up to thirty times that.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let data: string
let dir: string
let undo: (() => unknown)[] = []

beforeEach(() => {
  data = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-test-')))
  dir = join(data, 'postgres')
  undo = [() => rmSync(data, { recursive: true, force: true })]
})
afterEach(async () => {
  for (const step of undo.reverse()) await step()
})

const made = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-made-')))
beforeAll(async () => {
  await (await startEmbeddedPostgres({ dir: join(made, 'postgres'), settings })).stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

/** Puts a copy of a database into the empty folder: to create one takes ten times as long. */
const copyDatabase = () => execFileSync('cp', ['-a', join(made, 'postgres'), dir])

const start = async (folder = dir): Promise<EmbeddedPostgres> => {
  const database = await startEmbeddedPostgres({ dir: folder, settings })
  undo.push(database.stop)
  return database
}

/** A server in its own process, which can be killed. */
const startServer = () => {
  const server = spawn(node, [fixture, dir], { stdio: ['ignore', 'pipe', 'pipe'] })
  undo.push(() => kill(server))
  let output = ''
  const url = new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (chunk) => resolve(String(chunk).trim()))
    server.stderr.on('data', (chunk) => {
      output += chunk
    })
    server.once('exit', () => reject(new Error(output)))
  })
  url.catch(() => {})
  return { server, url }
}

const kill = async (server: ChildProcess) => {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
}

const query = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return await client.query(sql).finally(() => client.end())
}

const postmasterPid = () => Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0])
const socketFolder = (url: string) => new URL(url).searchParams.get('host') ?? ''

test('a first start creates a Russian database on a private socket, and stop ends its process', async () => {
  const { url, stop } = await start()
  const { rows } = await query(
    url,
    `SELECT array_agg(word ORDER BY word) AS words, lower('ЁЖ') AS lower, current_database() AS database,
       current_setting('listen_addresses') AS listens, current_setting('data_checksums') AS checksums,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser
     FROM unnest(ARRAY['Яма', 'ёж', 'жук', 'еда']) AS word`,
  )
  expect(rows).toEqual([
    {
      words: ['еда', 'ёж', 'жук', 'Яма'],
      lower: 'ёж',
      database: 'praktika',
      listens: '',
      checksums: 'on',
      superuser: false,
    },
  ])
  expect(url).not.toContain('5432/')
  expect(statSync(socketFolder(url)).mode & 0o777).toBe(0o700)
  await query(url, 'CREATE EXTENSION pg_trgm')

  const pid = postmasterPid()
  await stop()
  expect(isPostmaster(pid, dir)).toBe(false)
  expect(existsSync(join(dir, 'postmaster.pid'))).toBe(false)
  expect(existsSync(socketFolder(url))).toBe(false)
})

test('a wrong password is refused', async () => {
  copyDatabase()
  const { url } = await start()
  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('nothing is lost when server and database are killed', async () => {
  copyDatabase()
  const { server, url } = startServer()
  await query(await url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  process.kill(postmasterPid(), 'SIGKILL')
  await kill(server)

  const { url: again } = await start()
  expect((await query(again, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }])
})

test('a database whose server was killed is taken over, and stopped by the new one', async () => {
  copyDatabase()
  const { server, url } = startServer()
  await query(await url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const pid = postmasterPid()
  await kill(server)
  expect(isPostmaster(pid, dir)).toBe(true)

  const { url: again, stop } = await start()
  expect(postmasterPid()).toBe(pid)
  expect((await query(again, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }])
  await stop()
  expect(isPostmaster(pid, dir)).toBe(false)
})

test('a pid file is stale when its number now belongs to another program', async () => {
  copyDatabase()
  const { server, url } = startServer()
  const lock = join(
    socketFolder(await url),
    readdirSync(socketFolder(await url)).find((name) => name.endsWith('.lock')) ?? '',
  )
  process.kill(postmasterPid(), 'SIGKILL')
  await kill(server)
  const { uid, gid } = statSync(dir)
  const stranger = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {})
  undo.push(() => kill(stranger))
  for (const file of [join(dir, 'postmaster.pid'), lock]) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, `${stranger.pid}`))
  }

  const { url: again, stop } = await start()
  expect((await query(again, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await stop()
  expect(stranger.exitCode).toBe(null)
})

test('a second server on the same folder is refused, and the first one keeps working', async () => {
  copyDatabase()
  const { url } = await start()
  const { url: second, server } = startServer()
  await Promise.all([
    expect(second).rejects.toThrow('Этот каталог данных уже использует другой запущенный сервер'),
    expect(startEmbeddedPostgres({ dir })).rejects.toThrow(DatabaseInUse),
  ])
  expect(server.exitCode).toBe(1)
  expect((await query(url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('one of two servers started at once on an empty folder gets the database', async () => {
  const servers = [startServer(), startServer()]
  const results = await Promise.allSettled(servers.map(({ url }) => url))
  const url = results.find((result) => result.status === 'fulfilled')?.value ?? ''
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await query(url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  for (const { server } of servers) await kill(server)
  await start()
})

test('a server that is killed while it creates the database leaves nothing in the way', async () => {
  const unfinished = () => readdirSync(data).filter((name) => name.includes('.new-'))
  const hasBegun = () => existsSync(join(data, unfinished()[0] ?? '-', 'global'))
  /** Whether the server was killed in time: on a busy machine the database may be there by then. */
  const interrupt = async () => {
    const { server } = startServer()
    await expect.poll(() => hasBegun() || existsSync(dir), { interval: 5, timeout: 30_000 }).toBe(true)
    await kill(server)
    return !existsSync(dir)
  }
  for (let tries = 1; !(await interrupt()); tries += 1) {
    expect(tries).toBeLessThan(5)
    await (await start()).stop()
    rmSync(dir, { recursive: true })
  }
  expect(unfinished()).not.toEqual([])

  const { url } = await start()
  expect((await query(url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('a database that dies under its server is started again', async () => {
  copyDatabase()
  const { url, stop } = await start()
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  process.kill(postmasterPid(), 'SIGKILL')
  await expect
    .poll(
      () =>
        query(url, 'SELECT answer FROM kept').then(
          ({ rows }) => rows,
          () => [],
        ),
      { timeout: 30_000 },
    )
    .toEqual([{ answer: 42 }])
  const pid = postmasterPid()
  await stop()
  expect(isPostmaster(pid, dir)).toBe(false)
})

test('a database that dies and cannot start for a while, as on a full disk, is started once it can', async () => {
  copyDatabase()
  const lines: string[] = []
  const { url, stop } = await startEmbeddedPostgres({ dir, settings, log: (line) => lines.push(line) })
  undo.push(stop)
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const control = join(dir, 'global', 'pg_control')
  renameSync(control, `${control}.aside`)
  process.kill(postmasterPid(), 'SIGKILL')
  await expect.poll(() => lines.join('\n'), { timeout: 60_000 }).toContain('База данных не запустилась')
  renameSync(`${control}.aside`, control)
  await expect.poll(() => lines.at(-1), { timeout: 60_000 }).toBe('База данных снова работает.')
  expect((await query(url, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }])
})

test('a server that waits for its database can be stopped', async () => {
  copyDatabase()
  const lines: string[] = []
  const { stop } = await startEmbeddedPostgres({ dir, settings, log: (line) => lines.push(line) })
  rmSync(join(dir, 'global', 'pg_control'))
  process.kill(postmasterPid(), 'SIGKILL')
  await expect.poll(() => lines.join('\n'), { timeout: 60_000 }).toContain('База данных не запустилась')
  await stop()
})

test('a server that ends without a stop stops its database', async () => {
  copyDatabase()
  const { server, url } = startServer()
  const folder = socketFolder(await url)
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const pid = postmasterPid()
  server.kill('SIGUSR2')
  await once(server, 'exit')
  await expect.poll(() => isPostmaster(pid, dir), { timeout: 30_000 }).toBe(false)
})

test('a folder with other content is left alone, and so is a setting that PostgreSQL does not know', async () => {
  mkdirSync(dir)
  writeFileSync(join(dir, 'diary.txt'), 'dear diary')
  await expect(start()).rejects.toThrow('лежит что-то, но не база данных')
  expect(readdirSync(data)).toEqual(['postgres'])
  rmSync(dir, { recursive: true })
  copyDatabase()
  const wrong = startEmbeddedPostgres({ dir, settings: { no_such_setting: '1' } })
  await expect(wrong).rejects.toThrow(EmbeddedPostgresError)
  await expect(wrong).rejects.toThrow('no_such_setting')
})
