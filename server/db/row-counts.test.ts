import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { addUpRowCounts } from '#server/db/row-counts.repo.ts'
import { listPublishedProjects } from '#server/projects/gallery.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'
import { testDatabase } from '#server/testing/database.ts'
import { numbers } from '#server/testing/numbers.fixture.ts'
import { listUsers } from '#server/users/list-people.repo.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db } = await testDatabase()

const random = numbers(20_261_124)
const among = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item

const roles: RoleSlug[] = ['student', 'teacher', 'curator']
const scopes: ProjectVisibility[][] = [['public'], ['public', 'school'], ['public', 'school', 'link', 'me']]

const author = await buildUser(db, { surname: 'Автор' })
for (let nth = 0; nth < 70; nth += 1) {
  const { id } = await buildUser(db, { role: among(roles), surname: `Ф${Math.floor(random() * 20)}` })
  await buildProject(db, { authors: [random() < 0.5 ? id : author.id], visibility: among(scopes.flat()) })
}

/** Rows of about a tenth of a table. */
const some = () => sql`id % 10 = ${Math.floor(random() * 10)} and id <> ${author.id}`
const acts = [
  () => sql`update users set role = ${among(roles)} where ${some()}`,
  () => sql`update users set erased_at = ${among([null, '2026-01-01T10:00:00Z'])} where ${some()}`,
  () => sql`update users set erase_at = ${among([null, '2030-01-01T10:00:00Z'])} where ${some()}`,
  () => sql`update projects set status = ${among(['draft', 'published', 'hidden'])} where ${some()}`,
  () => sql`update projects set visibility = ${among(scopes.flat())}, views = views + 1 where ${some()}`,
  () => sql`update projects set deleted_at = ${among([null, '2026-01-01T10:00:00Z'])} where ${some()}`,
  () => sql`update projects set published_at = now() - make_interval(mins => (id * 7) % 20) where ${some()}`,
  () => sql`delete from projects where ${some()} and id % 7 = 0`,
]

/** Each page of both lists has the rows of the whole list that belong there, and the number of all. */
const compare = async () => {
  for (const role of [undefined, ...roles]) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select id from users where erased_at is null ${role ? sql`and role = ${role}` : sql``} order by surname, name, id`)
    for (const page of [1, 2, 9]) {
      const listed = await listUsers(db, { page, role })
      expect(listed.total).toBe(rows.length)
      expect(listed.rows.map(({ user }) => user.id)).toEqual(rows.slice((page - 1) * 30, page * 30).map(({ id }) => id))
    }
  }
  for (const visibilities of scopes) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select id from projects where ${shownTo(visibilities)} order by published_at desc, id desc`)
    for (const page of [1, 2, 9]) {
      const listed = await listPublishedProjects(db, { page, visibilities })
      expect(listed.total).toBe(rows.length)
      expect(listed.rows.map(({ id }) => id)).toEqual(rows.slice((page - 1) * 24, page * 24).map(({ id }) => id))
    }
  }
}

it('the counted lists equal the whole ones after any act', { timeout: 60_000 }, async () => {
  await compare()
  for (let nth = 0; nth < 40; nth += 1) {
    await db.execute(among(acts)())
    // while others write
    await Promise.all([addUpRowCounts(db), addUpRowCounts(db), db.execute(among(acts)())])
    await compare()
  }
  await db.execute(sql`truncate projects cascade`)
  await compare()
})

it('an act that is undone counts nothing', async () => {
  const { total } = await listUsers(db, { page: 1 })
  await db
    .transaction(async (tx) => {
      await buildUser(tx)
      tx.rollback()
    })
    .catch(() => {})
  expect((await listUsers(db, { page: 1 })).total).toBe(total)
})
