import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostmaster } from '#server/db/postgres-process.ts'
import { openStream } from '#server/events/received.fixture.ts'
import { allWriters, buildPeople, keepBusy, withDatabase } from '#server/faults/busy-site.fixture.ts'
import { isLong } from '#server/faults/chance.fixture.ts'
import { takeDatabaseAway } from '#server/testing/database-away.ts'
import { startOwnSite } from '#server/testing/own-site.ts'

const awayMs = isLong ? 30_000 : 3000
const timeout = 300_000

const site = await startOwnSite({ DEMO: 'false' })
afterAll(site.stop, 120_000)

let people: Awaited<ReturnType<typeof buildPeople>>
beforeAll(async () => {
  people = await withDatabase(site, (db) => buildPeople(db, site.url))
})

/** Calls of all kinds; none of them can do without a database. */
const calls = () =>
  Promise.all([
    people.ask('GET', '/api/auth/user'),
    people.ask('GET', `/api/lessons/${people.lesson.id}`),
    people.ask('PUT', '/api/drafts/lesson:1', { body: { value: 'a', revision: 0 } }),
    people.teacher('POST', '/api/courses', { body: { name: 'Курс', status: 'draft' } }),
    people.ask('GET', '/api/health'),
  ])

it(`a database that is gone for ${awayMs / 1000} s: 503 with Retry-After, and nothing is lost`, {
  timeout,
}, async () => {
  const load = keepBusy(allWriters(people))
  await load.settled()
  const bringBack = await takeDatabaseAway(site.folder)
  for (const { status, body, headers } of await calls()) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(body.detail).toContain('ждёт базу данных')
  }
  // a document, which a person might be going to: the app says so, and continues once it is back
  for (const path of ['/', '/projects', `/lessons/${people.lesson.id}`]) {
    const page = await fetch(site.url + path)
    expect([path, page.headers.get('content-type')]).toEqual([path, expect.stringContaining('text/html')])
    expect(await page.text()).toContain('/build/')
    // a page that is drawn from the database; the others are complete without it
    expect(page.status).toBe(path.startsWith('/lessons') ? 200 : 503)
  }
  await sleep(awayMs)
  await bringBack()
  await load.settled()
  console.log(`Gone for ${awayMs / 1000} s; confirmed and present: ${JSON.stringify(await load.compare())}`)
})

it('live streams stay open or open again, and bring what happens from then on', { timeout }, async () => {
  const lesson = { course_id: people.course.id, name: 'Ещё один', status: 'published', content: '<p>Читаем.</p>' }
  const stream = await openStream(site.url, people.token)
  const bringBack = await takeDatabaseAway(site.folder)
  await expect.poll(async () => (await calls()).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
  await bringBack()
  const publish = async () => (await people.teacher('POST', '/api/lessons', { body: lesson })).status
  await expect.poll(publish, { timeout: 60_000 }).toBe(201)
  // what a page does
  const open = stream.state.isOpen ? stream : await openStream(site.url, people.token, stream.state.id)
  await open.expectReceived([{ type: 'notification' }], 60_000)
  open.close()
})

it.runIf(isLong)('a database that says nothing for 30 s: 503, and nothing is lost', { timeout }, async () => {
  const load = keepBusy(allWriters(await withDatabase(site, (db) => buildPeople(db, site.url))))
  await load.settled()
  const pid = findPostmaster(join(site.folder, 'postgres'))?.pid as number
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const all = [pid, ...children.trim().split(' ').map(Number)]
  for (const one of all) process.kill(one, 'SIGSTOP')
  await sleep(12_000)
  const away = await people.ask('GET', `/api/lessons/${people.lesson.id}`)
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
  await sleep(18_000)
  for (const one of all) process.kill(one, 'SIGCONT')
  await load.settled()
  console.log(`Silent for 30 s; confirmed and present: ${JSON.stringify(await load.compare())}`)
})
