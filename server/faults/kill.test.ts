import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { isPostmaster } from '#server/db/postgres-process.ts'
import { allWriters, buildPeople, keepBusy, withDatabase } from '#server/faults/busy-site.fixture.ts'
import { isLong, seed } from '#server/faults/chance.fixture.ts'
import { notifications } from '#server/notifications/notifications.table.ts'
import { numbers } from '#server/testing/numbers.fixture.ts'
import { startOwnSite } from '#server/testing/own-site.ts'

const moments = isLong ? 50 : 3
const kinds = ['app', 'database', 'both'] as const
const random = numbers(seed)

const site = await startOwnSite({ DEMO: 'false' })
afterAll(site.stop)
afterAll(() => console.log(`The moments were those of FAULTS_SEED=${seed}`))

/** The first process of the database, or, as when memory runs out, one of those that serve a connection. */
const killDatabase = async (chance: number) => {
  const folder = join(site.folder, 'postgres')
  const postmaster = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const pids = [postmaster, ...children.trim().split(' ').map(Number)]
  const pid = chance < 0.5 ? postmaster : (pids[Math.floor(chance * pids.length)] ?? postmaster)
  // what has ended by itself meanwhile needs no killing
  if (isPostmaster(pid, folder)) process.kill(pid, 'SIGKILL')
}

const strike = {
  app: site.kill,
  database: () => killDatabase(random()),
  both: () => Promise.all([killDatabase(0), site.kill()]),
}

it(`${moments} kills under load lose and double nothing (FAULTS_SEED=${seed})`, { timeout: 1_800_000 }, async () => {
  const people = await withDatabase(site, (db) => buildPeople(db, site.url))
  const load = keepBusy(allWriters(people))
  await load.settled()
  for (let moment = 0; moment < moments; moment += 1) {
    // each kind in the short run, too
    const kind = kinds[moment < 3 ? moment : Math.floor(random() * kinds.length)] ?? 'app'
    await sleep(random() * 1500)
    await strike[kind]()
    // what systemd, Docker or `npm start` does; a database comes back by the site itself
    if (kind !== 'database') await site.start()
    await load.settled()
  }
  const confirmed = await load.compare()
  console.log(`${moments} kills; confirmed and present: ${JSON.stringify(confirmed)}`)
  // each lesson was announced exactly once, by an effect
  await withDatabase(site, async (db) => {
    const announced = () =>
      db
        .select({ lesson: notifications.lesson_id, count: sql<number>`count(*)::int` })
        .from(notifications)
        .where(and(eq(notifications.user_id, people.student.id), eq(notifications.type, 'lesson-published')))
        .groupBy(notifications.lesson_id)
        .orderBy(notifications.lesson_id)
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from lessons where course_id = ${people.course.id} and id <> ${people.lesson.id} order by id`,
    )
    await expect.poll(announced, { timeout: 60_000 }).toEqual(rows.map(({ id }) => ({ lesson: id, count: 1 })))
  })
})
