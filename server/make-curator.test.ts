import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { auditEntries } from '#server/audit/audit.table.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { effects } from '#server/effects/effects.table.ts'
import { makeCurator } from '#server/make-curator.ts'
import { declineRegistration } from '#server/registrations/decide-registration.ts'
import { buildWaiting } from '#server/registrations/registrations.factory.ts'
import { findRegistration } from '#server/registrations/registrations.repo.ts'
import { explain } from '#server/start-errors.ts'
import { testDatabase } from '#server/testing/database.ts'
import { readLetters } from '#server/testing/letters.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
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

it('ends the waiting of somebody who has registered, and the erasing of somebody who was refused', async () => {
  const by = { id: (await buildUser(db, { role: 'curator' })).id, role: 'curator' } as const
  const [waiting, refused] = [
    await buildWaiting(db, { email: 'vera@school.example' }),
    await buildWaiting(db, { email: 'oleg@school.example' }),
  ]
  await declineRegistration(db, by, refused.id, 'Мы вас не знаем')
  for (const { id, email } of [waiting, refused]) {
    await makeCurator(email as string, env)
    expect(await findUser(db, id)).toMatchObject({ role: 'curator', active: true, erase_at: null })
    expect(await findRegistration(db, id)).toBeNull()
  }
  expect(await db.select().from(effects).where(eq(effects.kind, 'account-erased'))).toEqual([])
})

it('says that the curator is there when the letter is not sent yet, and what to do', async () => {
  const email = 'pavel@school.example'
  await expect(makeCurator(email, { ...env, SMTP_URL: 'smtp://127.0.0.1:1' })).rejects.toThrow(
    /^Куратор pavel@school\.example добавлен, но письмо со ссылкой не ушло\. Почтовый сервер не отвечает\..*npm run doctor/,
  )
  expect(await roleOf(email)).toBe('curator')
})

it('is refused in one sentence when the person is given another place at that moment', async () => {
  const email = 'igor@school.example'
  const { id } = await buildUser(db, { email })
  const [taken, other] = [await buildCourse(db, { students: [id] }), await buildCourse(db)]
  const letGo = await hold(
    db,
    sql`with held as (select id from courses where id = ${taken.id} for update)
      insert into course_students (course_id, user_id) select ${other.id}, ${id} from held`,
  )
  const sentence = makeCurator(email, env).catch(explain)
  await expect.poll(() => countWaiting(db)).toBe(1)
  await letGo()
  expect(await sentence).toBe('За это время изменилось, кто где учится и преподаёт. Повторите.')
  expect(await roleOf(email)).toBe('student')
})

it('is refused in one sentence when the address is registered at that moment', async () => {
  const email = 'nina@school.example'
  const letGo = await hold(
    db,
    sql`insert into users (name, surname, email, role) values ('Нина', 'Ларина', ${email}, 'student')`,
  )
  const sentence = makeCurator(email, env).catch(explain)
  await expect.poll(() => countWaiting(db)).toBe(1)
  await letGo()
  expect(await sentence).toBe(`Запись с почтой ${email} только что появилась. Повторите команду.`)
  expect(await roleOf(email)).toBe('student')
})

it('asks for an address when there is none', async () => {
  await expect(makeCurator('maria', env)).rejects.toThrow('Укажите почту')
})
