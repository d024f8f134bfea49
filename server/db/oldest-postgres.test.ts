import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { oldestPostgres } from '#server/db/judge-database.ts'
import { debianPostgres } from '#server/testing/debian-postgres.ts'
import { startOwnSite } from '#server/testing/own-site.ts'
import { buildUser, signInAs } from '#server/users/users.factory.ts'

const binaries = debianPostgres(oldestPostgres)
const missing = `нет PostgreSQL ${oldestPostgres}; установите его: sudo apt-get install postgresql-${oldestPostgres}`

/** Pages and calls with the least ordinary SQL: trigrams, arrays, JSON. */
const paths = {
  guest: ['/', '/projects', '/api/projects?search=игра', '/sveden/common', '/sitemap.xml'],
  student: ['/api/auth/user', '/api/courses'],
  teacher: ['/api/tasks', '/api/courses', '/api/auth/user'],
  curator: ['/api/users?search=Мария', '/api/applications'],
}

// the whole suite runs on it by TEST_POSTGRES=15
describe.skipIf(!binaries)(`PostgreSQL ${oldestPostgres}${binaries ? '' : ` (${missing})`}`, () => {
  it('is migrated, and responds to what the site asks most', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'praktika-oldest-'))
    const server = await startEmbeddedPostgres({
      dir: join(folder, 'postgres'),
      settings: { fsync: 'off' },
      ...(binaries ? { binaries } : {}),
    })
    onTestFinished(async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    })
    const site = await startOwnSite({ DATABASE_URL: server.url, DEMO: 'false' })
    onTestFinished(site.stop)
    const { db, pool } = openDatabase(server.url)
    onTestFinished(() => pool.end())
    const { rows } = await pool.query('show server_version')
    expect(rows[0].server_version).toMatch(new RegExp(`^${oldestPostgres}\\.`))

    const statuses: [string, number][] = []
    for (const [person, asked] of Object.entries(paths)) {
      const headers: Record<string, string> = {}
      if (person !== 'guest') {
        const user = await buildUser(db, { role: person as Exclude<keyof typeof paths, 'guest'> })
        headers.authorization = `Bearer ${await signInAs(db, user)}`
      }
      for (const path of asked) statuses.push([path, (await fetch(`${site.url}${path}`, { headers })).status])
    }
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
  })
})
