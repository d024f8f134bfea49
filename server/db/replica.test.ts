import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { openReplica } from '#server/db/replica.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { patienceMs, startOwnSite } from '#server/testing/own-site.ts'
import { startReplica, superuserUrl } from '#server/testing/replica.ts'
import { buildUser, signInAs } from '#server/users/users.factory.ts'

const folder = await mkdtemp(join(tmpdir(), 'praktika-replica-'))
const settings = { fsync: 'off', log_statement: 'all' }
const dirs = { primary: join(folder, 'primary'), replica: join(folder, 'replica') }
const primary = await startEmbeddedPostgres({ dir: dirs.primary, settings })
const replica = await startReplica({ dir: dirs.primary, url: primary.url }, { dir: dirs.replica, settings })
const site = await startOwnSite({ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url, DEMO: 'false' })
const database = openDatabase(primary.url)
const { db } = database
afterAll(async () => {
  await site.stop()
  await database.pool.end()
  await replica.stop()
  await primary.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const author = await buildUser(db, { name: 'Мария' })
const token = await signInAs(db, author)
const project = await buildProject(db, { authors: [author.id], name: 'Плакат', visibility: 'public' })

/**
 * Counts the statements about projects that a server receives from now on: each is in its log before it is carried out.
 */
const watchLog = (dir: string) => {
  const log = `${dir}.log`
  const { size } = statSync(log)
  return () => {
    // the further lines of a statement are indented
    const entries = readFileSync(log)
      .subarray(size)
      .toString()
      .split(/\n(?!\t)/)
    return entries.filter((entry) => / LOG: {2}(execute|statement).*projects/s.test(entry)).length
  }
}

/** What the two servers were asked about projects while `act` ran. */
const countDuring = async (act: () => Promise<unknown>) => {
  const counts = { primary: watchLog(dirs.primary), replica: watchLog(dirs.replica) }
  await act()
  return { primary: counts.primary(), replica: counts.replica() }
}

/** On a connection of its own: one that is kept may be closed just as the next request begins. */
const read = async (path: string, headers: Record<string, string> = {}) => {
  const [response] = (await once(get(`${site.url}${path}`, { headers, agent: false }), 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  return text(response)
}

const signedIn = { authorization: `Bearer ${token}` }

/** Changes the name as an author; every request after that, for a kept document or another, as anybody, sees it. */
const rename = async (name: string) => {
  const response = await fetch(`${site.url}/api/projects/${project.id}`, {
    method: 'PUT',
    headers: { ...signedIn, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  expect(response.status).toBe(200)
  const own = `/api/projects/${project.id}`
  const page = `/projects/${project.id}`
  const texts = await Promise.all([
    read(page),
    read(`${page}?from=letter`),
    read(own),
    read(own, signedIn),
    read('/projects'),
    read(`/api/projects?search=${name}`),
  ])
  for (const text of texts) expect(text).toContain(name)
}

/**
 * Whether a page is read from the replica alone. Poll for it: on a busy machine any response of the replica may be
 * late, and then it is not asked for a second.
 */
const isReadFromReplica = async (path = '/api/projects?search=плакат') => {
  // a kept page asks neither of the two
  await db.execute(sql`select pg_notify('praktika_changes', 'projects')`)
  const { primary, replica } = await countDuring(() => read(path))
  return primary === 0 && replica > 0
}

const asSuperuser = async (statement: string) => {
  const client = new pg.Client(superuserUrl(replica.url))
  await client.connect()
  await client.query(statement)
  await client.end()
}

describe('DATABASE_REPLICA_URL', { timeout: patienceMs }, () => {
  it('public pages and searches are read from the replica', async () => {
    const paths = [
      '/projects',
      '/projects?search=плакат',
      '/api/projects?search=плокат',
      '/api/projects/filters',
      `/projects/${project.id}`,
      `/api/projects/${project.id}`,
      `/api/projects/${project.id}/comments`,
      '/api/home',
    ]
    for (const path of paths) await expect.poll(() => isReadFromReplica(path), { message: path }).toBe(true)
  })

  it('what somebody has written is shown at once, to everybody', async ({ signal }) => {
    let fromReplica = 0
    // not polled: the first text that is out of date fails the test
    for (let turn = 0; turn < 8 || (fromReplica === 0 && !signal.aborted); turn += 1) {
      const { replica } = await countDuring(() => rename(`Название${turn}`))
      fromReplica += replica
    }
  })

  it('a replica that is behind is not asked until it has caught up', async () => {
    await asSuperuser('select pg_wal_replay_pause()')
    await rename('Пауза')
    const counts = await countDuring(() => rename('Основная'))
    expect(counts.replica).toBe(0)
    expect(counts.primary).toBeGreaterThan(0)
    await asSuperuser('select pg_wal_replay_resume()')
    await expect.poll(() => isReadFromReplica(), { timeout: 10_000 }).toBe(true)
    expect(await read('/api/projects?search=Основная')).toContain('Основная')
  })

  it('pages still come when the replica is gone, and are read from it when it is back', async () => {
    let isStopping = true
    const ask = async () => {
      while (isStopping) await Promise.all([read('/projects?search=Основная'), read('/api/projects?search=Осовная')])
    }
    const asking = Promise.all([ask(), ask(), ask()])
    await replica.stop()
    isStopping = false
    await asking
    await rename('Без реплики')
    await replica.start()
    await expect.poll(() => isReadFromReplica(), { timeout: 10_000 }).toBe(true)
    await rename('Снова с репликой')
  })
})

describe('an address that is of no use', () => {
  const withDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

  it.each([
    ['the database itself', primary.url, /не реплика/],
    ['another database of the replica', withDatabase(superuserUrl(replica.url), 'postgres'), /реплика другой базы/],
    ['nothing there', 'postgres://nobody@127.0.0.1:1/nothing', /не отвечает: .*ECONNREFUSED/],
  ])('%s is named, and everything is read from the database', async (_name, url, message) => {
    const unused = openReplica(url, database, { max: 1 })
    await expect.poll(() => unused.findTrouble()).toMatch(message)
    expect(await unused.read(async (from) => from === db)).toBe(true)
    await unused.close()
  })

  it('a page without the block that failed on the replica is read from the database', async () => {
    const real = openReplica(replica.url, database, { max: 1 })
    const ask = async () => {
      const asked: boolean[] = []
      const page = await real.read(async (from) => {
        asked.push(from === db)
        return { isComplete: from === db }
      })
      return [asked, page]
    }
    await expect.poll(ask).toEqual([[false, true], { isComplete: true }])
    await real.close()
  })

  it('the real one is fine', async () => {
    const used = openReplica(replica.url, database, { max: 1 })
    await expect.poll(() => used.findTrouble()).toBeNull()
    await expect.poll(() => used.read(async (from) => from === db)).toBe(false)
    await used.close()
  })
})
