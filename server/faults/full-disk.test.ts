import { execFile, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPassword } from '#server/db/postgres-cluster.ts'
import { findPostmaster } from '#server/db/postgres-process.ts'
import { askAs } from '#server/faults/ask.fixture.ts'
import { allWriters, buildPeople, keepBusy, withDatabase } from '#server/faults/busy-site.fixture.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'praktika-full-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=711', 'praktika', folder]).status === 0
afterAll(async () => {
  if (mounted) await run('umount', ['--lazy', folder])
  await rm(folder, { recursive: true, force: true })
})

const ballast = join(folder, 'ballast')

/** Takes all space that is left. */
const fillUp = async () => {
  const file = await open(ballast, 'a')
  for (const size of [1_048_576, 4096]) {
    const block = Buffer.alloc(size)
    const fill = async () => {
      for (;;) await file.write(block)
    }
    await expect(fill()).rejects.toMatchObject({ code: 'ENOSPC' })
  }
  await file.close()
}
const space = async () => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Lets the database need new files, as days of use do. */
const wearOut = async () => {
  const cluster = join(folder, 'postgres')
  const postmaster = findPostmaster(cluster)
  if (!postmaster) return
  const { socketDir: host, port } = postmaster
  const client = new pg.Client({
    host,
    port,
    user: 'postgres',
    password: await readPassword(cluster),
    database: 'postgres',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    for (let times = 0; times < 40; times += 1) {
      await client.query('select pg_switch_wal(), pg_logical_emit_message(false, $1, $1)', ['wear'])
    }
  } catch {
    // it died of that
  } finally {
    await client.end().catch(() => {})
  }
}

const because = mounted ? '' : ' (нельзя подключить tmpfs)'

describe('a full disk', () => {
  let site: OwnSite
  beforeAll(async () => {
    if (mounted) site = await startOwnSite({ DEMO: 'false', DATA_DIR: folder })
  }, 180_000)
  // before it is unmounted
  afterAll(() => site?.stop())

  it.skipIf(!mounted)(
    `refuses what is new in a sentence, and loses nothing${because}`,
    { timeout: 300_000 },
    async () => {
      const people = await withDatabase(site, (db) => buildPeople(db, site.url))
      const writers = allWriters(people)
      const load = keepBusy(writers)
      await load.settled()

      await fillUp()
      const answer = async () => {
        const value = randomBytes(200_000).toString('base64')
        const { status, body } = await people.ask('PUT', `/api/drafts/full:${randomUUID().slice(0, 8)}`, {
          body: { value, revision: 0 },
        })
        return status >= 500 ? body.detail : status
      }
      await expect.poll(answer, { timeout: 60_000 }).toEqual(expect.stringMatching(/кончилось место|ждёт базу данных/))
      expect(await people.ask('GET', `/api/lessons/${people.lesson.id}`)).toMatchObject({ status: 200 })

      // so full that PostgreSQL itself ends, and cannot start
      await wearOut()
      await fillUp()
      const lesson = () => people.ask('GET', `/api/lessons/${people.lesson.id}`)
      await expect.poll(async () => (await lesson()).status, { timeout: 60_000 }).toBe(503)

      await rm(ballast)
      await load.settled()
      console.log(`A full disk; confirmed and present: ${JSON.stringify(await load.compare())}; free: ${await space()}`)
      expect(await askAs(site.url, people.token)('GET', '/api/health')).toMatchObject({ status: 200 })
    },
  )
})
