import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { auditEntries } from '#server/audit/audit.table.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { makeCurator } from '#server/make-curator.ts'
import { testDatabase } from '#server/testing/database.ts'
import { readLetters } from '#server/testing/letters.ts'
import { listPlacesOf } from '#server/users/role-places.repo.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { findUser } from '#server/users/users.repo.ts'
import { users } from '#server/users/users.table.ts'

const { db, url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'praktika-curator-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const env = { DATA_DIR: folder, DATABASE_URL: url }
const roleOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0]?.role

it('adds a curator and mails them a link', async () => {
  const email = 'maria@school.example'
  expect(await makeCurator(email, env)).toContain(`Куратор ${email} добавлен. Письмо со ссылкой отправлено`)
  expect(await roleOf(email)).toBe('curator')
  expect((await readLetters(join(folder, 'outbox'))).map(({ to }) => to)).toEqual([email])
})

it('mails a curator a new link, without adding them again', async () => {
  const email = 'maria@school.example'
  expect(await makeCurator(email, env)).toContain(`${email} уже куратор. Письмо со ссылкой отправлено`)
  expect((await readLetters(join(folder, 'outbox'))).map(({ to }) => to)).toEqual([email, email])
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.kind, 'user-role'))
  expect(entries).toEqual([])
})

it('ends what a student took, as another role does, and their waiting for a parent', async () => {
  const awaits_parent_at = new Date().toISOString()
  const { id } = await buildUser(db, { email: 'anna@school.example', awaits_parent_at })
  const course = await buildCourse(db)
  const [maria] = await db.select().from(users).where(eq(users.email, 'maria@school.example'))
  const by = { id: maria?.id as number, role: 'curator' } as const
  const cohort = await buildCohort(db, { by, students: [id], courses: [course.id] })
  await makeCurator('anna@school.example', env)
  expect(await findUser(db, id)).toMatchObject({ role: 'curator', awaits_parent_at: null })
  expect(await listPlacesOf(db, [id])).toEqual({ cohorts: [], courses: [] })
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.kind, 'cohort-changed'))
  expect(entries).toMatchObject([{ actor_id: null, object_id: String(cohort), before: { students: [id] } }])
})

it('says that the curator is there when the letter is not sent yet, and what to do', async () => {
  const email = 'pavel@school.example'
  await expect(makeCurator(email, { ...env, SMTP_URL: 'smtp://127.0.0.1:1' })).rejects.toThrow(
    /^Куратор pavel@school\.example добавлен, но письмо со ссылкой не ушло\. Почтовый сервер не отвечает\..*npm run doctor/,
  )
  expect(await roleOf(email)).toBe('curator')
})

it('asks for an address when there is none', async () => {
  await expect(makeCurator('maria', env)).rejects.toThrow('Укажите почту')
})
