import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildCohort, fillCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { noteBounce } from '#server/notifications/send-letters.ts'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'

const app = await testApp()
const { db, call, signedIn, runEffects, outbox } = app
const curator = await signedIn({ role: 'curator', email: 'head@school.example' })
const asCurator = { token: curator.token }
const { send, apply, undo, get } = importer(app, curator)

const findUser = async (email: string) => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`select * from users where email = ${email}`)
  return rows[0]
}

describe('undoing', () => {
  it('is refused once a new person has signed in, and changes nothing', async () => {
    const { body } = await send('Фамилия;Имя;Почта;Класс\nБыстров;Олег;oleg@school.example;1 «Ъ»\n')
    await apply(body.import.id)
    const oleg = await findUser('oleg@school.example')
    await db.execute(sql`insert into last_visits (user_id, at) values (${oleg?.id}, now())`)
    const refused = await undo(body.import.id)
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('уже заходил') } })
    expect((await get(body.import.id)).body.import.status).toBe('applied')
    expect(await findUser('oleg@school.example')).toBeDefined()
  })

  it('is refused once something was changed by hand', async () => {
    const { body } = await send('Фамилия;Имя;Почта;Класс\nРучной;Лев;lev@school.example;2 «Ъ»\n')
    await apply(body.import.id)
    const lev = await findUser('lev@school.example')
    await call('PUT', `/api/users/${lev?.id}`, { ...asCurator, body: { surname: 'Другой' } })
    expect((await undo(body.import.id)).status).toBe(409)
    await call('PUT', `/api/users/${lev?.id}`, { ...asCurator, body: { surname: 'Ручной' } })
    const { body: cohorts } = await call('GET', '/api/cohorts', asCurator)
    const made = cohorts.cohorts.find(({ name }: { name: string }) => name === '2 «Ъ»')
    const course = await buildCourse(db)
    await call('PUT', `/api/cohorts/${made.id}`, { ...asCurator, body: { course_ids: [course.id] } })
    expect((await undo(body.import.id)).status).toBe(409)
    await call('PUT', `/api/cohorts/${made.id}`, { ...asCurator, body: { course_ids: [] } })
    expect((await undo(body.import.id)).status).toBe(200)
    expect(await findUser('lev@school.example')).toBeUndefined()
  })

  const orphans = async () =>
    (
      await db.execute(sql`
        select user_id from course_students where not by_hand and not exists (
          select 1 from cohort_courses join cohort_students using (cohort_id)
          where cohort_courses.course_id = course_students.course_id
            and cohort_students.user_id = course_students.user_id)`)
    ).rows

  it('follows the courses that the classes take by now', async () => {
    const [joins, leaves] = [
      await signedIn({ role: 'student', own_number: 'U-1' }),
      await signedIn({ role: 'student', own_number: 'U-2' }),
    ]
    const by = { id: curator.id, role: 'curator' } as const
    const [old, added] = [await buildCourse(db), await buildCourse(db)]
    const cohort = await buildCohort(db, { by, name: '3 «Ъ»', students: [leaves.id], courses: [old.id] })
    const { body } = await send('Личный номер;Класс;Роль\nU-1;3 «Ъ»;\nU-2;;учитель\n')
    await apply(body.import.id)
    await call('PUT', `/api/cohorts/${cohort}`, { ...asCurator, body: { course_ids: [old.id, added.id] } })
    expect((await undo(body.import.id)).status).toBe(200)
    expect(await orphans()).toEqual([])
    const { rows } = await db.execute(
      sql`select user_id, course_id from course_students where user_id in (${joins.id}, ${leaves.id}) order by course_id`,
    )
    expect(rows).toEqual([old, added].map(({ id }) => ({ user_id: leaves.id, course_id: id })))
  })

  /** Has a file give another address to the person with this number. */
  const move = async (number: string, email: string) => {
    const { body } = await send(`Личный номер;Почта\n${number};${email}\n`)
    await apply(body.import.id)
    return body.import.id
  }

  it('is refused once somebody else has the address', async () => {
    const known = await signedIn({ email: 'former@school.example', own_number: 'U-3' })
    const id = await move('U-3', 'later@school.example')
    await signedIn({ email: 'former@school.example' })
    expect(await undo(id)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('заняли') } })
    expect(await findUser('later@school.example')).toMatchObject({ id: known.id })
  })

  it('is refused once a class that somebody has left is gone', async () => {
    const known = await signedIn({ own_number: 'U-4' })
    const by = { id: curator.id, role: 'curator' } as const
    const cohort = await buildCohort(db, { by, name: '4 «Ъ»', students: [known.id] })
    const { body } = await send('Личный номер;Роль\nU-4;учитель\n')
    await apply(body.import.id)
    await call('DELETE', `/api/cohorts/${cohort}`, asCurator)
    const refused = await undo(body.import.id)
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('удалили') } })
  })

  it('is refused once a class that somebody has left is full', async () => {
    const known = await signedIn({ own_number: 'U-9' })
    const by = { id: curator.id, role: 'curator' } as const
    const cohort = await buildCohort(db, { by, name: '9 «Ъ»', students: [known.id] })
    const { body } = await send('Личный номер;Роль\nU-9;учитель\n')
    await apply(body.import.id)
    await fillCohort(db, cohort)
    expect(await undo(body.import.id)).toMatchObject({
      status: 409,
      body: { detail: '«9 «Ъ»»: стало бы больше 1000 студентов. Класс нужно разделить.' },
    })
    expect((await get(body.import.id)).body.import.status).toBe('applied')
    await db.execute(sql`delete from cohort_students where user_id in (
      select user_id from cohort_students where cohort_id = ${cohort} limit 1)`)
    expect((await undo(body.import.id)).status).toBe(200)
  })

  it('ends links that went to a wrong address, and is refused once it is confirmed', async () => {
    await signedIn({ email: 'right@school.example', own_number: 'U-5', email_confirmed_at: null })
    const id = await move('U-5', 'wrong@school.example')
    const forgotten = { body: { email: 'wrong@school.example' } }
    await call('POST', '/api/auth/forgot-password', forgotten)
    await runEffects()
    const letters = (await readLetters(outbox)).filter(({ to }) => to === 'wrong@school.example')
    const tokenOf = (page: string) =>
      letters.flatMap(({ text }) => new RegExp(`/${page}/([\\w-]+)`).exec(text)?.[1] ?? [])[0] as string
    const confirm = () => call('POST', '/api/auth/confirm-email', { body: { token: tokenOf('confirm-email') } })
    expect((await undo(id)).status).toBe(200)
    const reset = { email: 'right@school.example', token: tokenOf('reset-password'), password: 'другой длинный пароль' }
    expect((await call('POST', '/api/auth/reset-password', { body: reset })).status).toBe(422)
    const again = await move('U-5', 'wrong@school.example')
    expect((await confirm()).status).toBe(200)
    expect((await undo(again)).status).toBe(409)
  })

  it('sends those a letter who get their former role again', async () => {
    await signedIn({ email: 'again@school.example', own_number: 'U-7' })
    const { body } = await send('Личный номер;Роль\nU-7;учитель\n')
    await apply(body.import.id)
    expect((await undo(body.import.id)).status).toBe(200)
    await runEffects()
    const letters = (await readLetters(outbox)).filter(({ to }) => to === 'again@school.example')
    const roles = letters.flatMap(({ text }) => /Ваша роль на платформе теперь: (\S+)\./.exec(text)?.[1] ?? [])
    expect(roles).toEqual(['преподаватель', 'студент'])
  })

  it('lets an application wait again that the import had answered', async () => {
    const student = await signedIn({ own_number: 'U-8' })
    const course = await buildCourse(db, { name: 'Анонс', announced: true, enrolling: true })
    await call('POST', `/api/programs/${course.id}/applications`, { token: student.token })
    const status = async () =>
      (await call('GET', '/api/applications', { token: student.token })).body.applications[0].status.slug
    const { body } = await send('Личный номер;Курсы\nU-8;Анонс\n')
    await apply(body.import.id)
    expect(await status()).toBe('accepted')
    expect((await undo(body.import.id)).status).toBe(200)
    expect(await status()).toBe('new')
  })

  it('invites somebody without a password to the address that they have again', async () => {
    await signedIn({ email: 'invited@school.example', own_number: 'U-6', password_hash: null })
    const id = await move('U-6', 'mistyped@school.example')
    await runEffects()
    await undo(id)
    await runEffects()
    const letters = (await readLetters(outbox)).filter(({ to }) => to === 'invited@school.example')
    expect(letters.some(({ text }) => text.includes('/reset-password/'))).toBe(true)
  })
  it.each([
    ['U-10', null],
    ['U-11', '2026-01-02T03:04:05.678Z'],
  ])('keeps no refusal of the wrong address, and restores one of the former: %s', async (number, refusedAt) => {
    const [former, wrong] = [
      `former-${number}@school.example`.toLowerCase(),
      `wrong-${number}@school.example`.toLowerCase(),
    ]
    const { id: userId } = await signedIn({ email: former, own_number: number, email_bounced_at: refusedAt })
    const id = await move(number, wrong)
    expect((await findUser(wrong))?.email_bounced_at).toBeNull()
    await noteBounce(db, userId)
    expect((await undo(id)).status).toBe(200)
    const { rows } = await db.execute(sql`select to_json(email_bounced_at) as at from users where email = ${former}`)
    expect(rows).toEqual([{ at: refusedAt && expect.stringContaining(refusedAt.slice(0, -1)) }])
  })
})
