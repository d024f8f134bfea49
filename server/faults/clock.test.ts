import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { allWriters, buildPeople, keepBusy, withDatabase } from '#server/faults/busy-site.fixture.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { buildUser, demoPassword } from '#server/users/users.factory.ts'

/** Debian has one for each architecture. */
const findLibrary = async () => {
  const folders = await readdir('/usr/lib').catch(() => [])
  for (const folder of folders) {
    const path = join('/usr/lib', folder, 'faketime')
    if ((await readdir(path).catch(() => [])).length > 0) return join(path, 'libfaketimeMT.so.1')
  }
  return null
}

const library = await findLibrary()
const folder = await mkdtemp(join(tmpdir(), 'praktika-clock-'))
const hands = join(folder, 'clock')
afterAll(() => rm(folder, { recursive: true, force: true }))

const because = library ? '' : ' (нет faketime)'

describe('a clock that jumps', () => {
  let site: OwnSite
  beforeAll(async () => {
    if (!library) return
    // the database runs as another user
    await chmod(folder, 0o755)
    await writeFile(hands, '+0')
    site = await startOwnSite({
      DEMO: 'false',
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: hands,
      FAKETIME_CACHE_DURATION: '1',
      // only the clock on the wall jumps
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
  }, 180_000)
  afterAll(() => site?.stop())

  /** By how many hours the clocks of the database and of the site are wrong. */
  const offsets = async () => {
    const inDatabase = await withDatabase(site, async (db) => {
      const { rows } = await db.execute<{ at: string }>(sql`select now()::text as at`)
      return rows[0]?.at ?? ''
    })
    const inSite = (await fetch(`${site.url}/api/health`)).headers.get('date') ?? ''
    return [inDatabase, inSite].map((at) => Math.round((Date.parse(at) - Date.now()) / hourMs) + 0)
  }

  /** Sets the clock of the site and of its database, as an administrator or a wrong time server does. */
  const turn = async (offset: string, hours: number) => {
    await writeFile(hands, offset)
    // each process remembers the clock for a while
    await expect.poll(offsets, { timeout: 30_000 }).toEqual([hours, hours])
  }

  it.skipIf(!library)(`stops nothing and nobody, forwards and back${because}`, { timeout: 300_000 }, async () => {
    const people = await withDatabase(site, (db) => buildPeople(db, site.url))
    const { email } = await withDatabase(site, (db) => buildUser(db))
    const signIn = async (password: string) =>
      (await people.ask('POST', '/api/auth/login', { body: { email, password } })).status
    const load = keepBusy(allWriters(people))
    await load.settled()

    await turn('+1d', 24)
    await load.settled()
    // what is counted now must not keep anybody out tomorrow, which is today
    for (let times = 0; times < 10; times += 1) expect(await signIn('wrong-password')).toBe(401)
    expect(await signIn(demoPassword)).toBe(429)

    for (const [offset, hours] of [
      ['+0', 0],
      ['-1h', -1],
      ['+0', 0],
    ] as const) {
      await turn(offset, hours)
      await load.settled()
      expect(await signIn(demoPassword)).toBe(200)
    }
    console.log(`A clock that jumps; confirmed and present: ${JSON.stringify(await load.compare())}`)
    // every effect was carried out: none waits for a moment that has been
    const countWaiting = () =>
      withDatabase(
        site,
        async (db) =>
          (await db.execute(sql`select kind from effects where visible_at < now() + interval '1 day'`)).rows,
      )
    await expect.poll(countWaiting, { timeout: 60_000 }).toEqual([])
  })
})
