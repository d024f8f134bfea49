import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { childForm } from '#server/auth/child-form.fixture.ts'
import { buildCohort, fillCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courses } from '#server/courses/courses.table.ts'
import { notifications } from '#server/notifications/notifications.table.ts'
import { askErasure, keepErasedSoon } from '#server/privacy/ask-erasure.ts'
import { buildWaiting } from '#server/registrations/registrations.factory.ts'
import { siteSettings } from '#server/site/site.table.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { buildUser, demoPassword } from '#server/users/users.factory.ts'
import { findUser } from '#server/users/users.repo.ts'

const { db, call, signedIn, runEffects, outbox } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let curator: Signed
let leader: Signed
beforeAll(async () => {
  curator = await signedIn({ role: 'curator' })
  leader = await signedIn({ role: 'teacher' })
})
afterEach(() => db.delete(siteSettings))

const set = async (body: Partial<SchoolSettings>) => {
  const { status } = await call('PUT', '/api/settings/school', { token: curator.token, body })
  expect(status).toBe(200)
}

const password = 'a long password'
const newForm = (changes: object = {}) => ({
  name: 'Анна',
  surname: 'Ёлкина',
  email: `${crypto.randomUUID()}@school.example`,
  password,
  consent: true,
  ...changes,
})
const register = (changes: object = {}) => call('POST', '/api/auth/register', { body: newForm(changes) })
const registerChild = (changes: object = {}) =>
  call('POST', '/api/auth/register-child', { body: { ...childForm(), password, ...changes } })

/** A class of the leader with a published course, and a code of it. */
const newCode = async (body: object = {}) => {
  const course = await buildCourse(db, { teachers: [leader.id] })
  const by = { id: curator.id, role: 'curator' } as const
  const id = await buildCohort(db, { by, leaders: [leader.id], courses: [course.id] })
  const path = `/api/cohorts/${id}/codes`
  const made = await call('POST', path, { token: leader.token, body })
  expect(made.status).toBe(201)
  return { id, path, course, code: made.body.code as { id: number; code: string; expires_at: string } }
}
const expire = (code: { id: number }) =>
  db.execute(sql`update cohort_codes set expires_at = now() - interval '1 second' where id = ${code.id}`)
const lettersTo = async (email: string) => {
  await runEffects()
  return (await readLetters(outbox)).filter(({ to }) => to === email)
}

describe('registration', () => {
  it('is open at first', async () => {
    const { status, body } = await register()
    expect([status, typeof body.access_token]).toEqual([201, 'string'])
  })

  it.each(['closed', 'invitation'] as const)('is refused to everybody when it is %s', async (registration) => {
    await set({ registration })
    const refusal = { status: 403, body: { type: 'urn:praktika:problem:registration-refused' } }
    expect(await register()).toMatchObject(refusal)
    expect(await registerChild()).toMatchObject(refusal)
  })

  it('needs a code that works where the school says so', async () => {
    const { path, course, code } = await newCode()
    await set({ registration: 'code' })
    for (const class_code of [undefined, '', 'NOSUCHCO']) {
      expect(await register({ class_code })).toMatchObject({
        status: 403,
        body: { errors: { class_code: [expect.any(String)] } },
      })
      expect((await registerChild({ class_code })).status).toBe(403)
    }
    // as a child types it, with Russian letters where they look the same
    const class_code = code.code.toLowerCase().replaceAll('-', ' ').replaceAll('a', 'а').replaceAll('c', 'с')
    const { status, body } = await register({ class_code })
    expect([status, body.user.courses]).toEqual([201, { [course.id]: course.name }])
    await expire(code)
    expect((await register({ class_code })).status).toBe(403)
    expect((await call('GET', path, { token: leader.token })).body.codes).toEqual([])
  })

  it('joins a class by its code where it is open, too, and explains a wrong one', async () => {
    const { id, path, code } = await newCode()
    const { body } = await register({ class_code: code.code })
    const { body: after } = await call('GET', `/api/cohorts/${id}`, { token: leader.token })
    expect(after.cohort.student_ids).toEqual([body.user.id])
    expect((await call('DELETE', `${path}/${code.id}`, { token: leader.token })).status).toBe(204)
    expect(await register({ class_code: code.code })).toMatchObject({
      status: 422,
      body: { errors: { class_code: [expect.any(String)] } },
    })
    expect((await call('DELETE', `${path}/${code.id}`, { token: leader.token })).status).toBe(404)
  })

  it('takes a child into the class once the parent has agreed', async () => {
    const { id, code } = await newCode()
    const form = { ...childForm(), password, class_code: code.code }
    expect((await call('POST', '/api/auth/register-child', { body: form })).status).toBe(200)
    const letter = (await lettersTo(form.parent_email)).at(-1)
    const token = new URL(/https?:\/\/\S+/.exec(letter?.text ?? '')?.[0] ?? '').searchParams.get('token')
    await call('POST', '/api/auth/parent-consent', { body: { token, name: 'Анна Ёлкина' } })
    const { body } = await call('GET', `/api/cohorts/${id}`, { token: leader.token })
    expect(body.cohort.students).toMatchObject([{ name: 'Костя' }])
  })
})

describe('a code of a class', () => {
  it('works for the days that were asked for', async () => {
    const { code } = await newCode({ days: 7 })
    expect(code.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    expect((Date.parse(code.expires_at) - Date.now()) / dayMs).toBeCloseTo(7, 2)
  })

  it.each([0, 366, 1.5, '7'])('does not work for %j days', async (days) => {
    const { path } = await newCode()
    expect((await call('POST', path, { token: leader.token, body: { days } })).status).toBe(422)
  })

  it('is refused when a class has too many', async () => {
    const { path } = await newCode()
    for (let count = 1; count < 20; count += 1) await call('POST', path, { token: leader.token })
    expect((await call('POST', path, { token: leader.token })).status).toBe(409)
  })

  it('is in the journal of changes without the code', async () => {
    const { path, id, code } = await newCode()
    await call('DELETE', `${path}/${code.id}`, { token: leader.token })
    const { body } = await call('GET', `/api/audit?user_id=${leader.id}`, { token: curator.token })
    const own = body.entries.filter(({ object }: { object: { id: number } }) => object.id === id)
    expect(own.map(({ kind }: { kind: string }) => kind)).toEqual(['class-code-withdrawn', 'class-code-made'])
    expect(JSON.stringify(own)).not.toContain(code.code.replace('-', ''))
  })
})

describe('a newcomer who waits', () => {
  const login = (email: string) => call('POST', '/api/auth/login', { body: { email, password } })
  const waiting = async () =>
    (await call('GET', '/api/registrations', { token: curator.token })).body.registrations as {
      user: { id: number }
      email: string
      cohort: { id: number } | null
    }[]
  const decide = (id: number, act: 'accept' | 'decline', body?: object) =>
    call('POST', `/api/registrations/${id}/${act}`, { token: curator.token, body })

  const registerWaiting = async (class_code?: string) => {
    await set({ registration_waits: true })
    const form = newForm({ class_code })
    const { status, body } = await call('POST', '/api/auth/register', { body: form })
    expect([status, body.access_token]).toEqual([201, null])
    return { id: body.user.id as number, email: form.email }
  }

  it('gets in, and into the class, once a curator has accepted them', async () => {
    const { id: cohortId, course, code } = await newCode()
    const { id, email } = await registerWaiting(code.code)
    expect(await login(email)).toMatchObject({ status: 403, body: { type: 'urn:praktika:problem:curator-awaited' } })
    expect(await lettersTo(email)).toEqual([])
    expect((await waiting()).find(({ user }) => user.id === id)).toMatchObject({ email, cohort: { id: cohortId } })
    expect((await decide(id, 'accept')).status).toBe(204)
    expect((await decide(id, 'accept')).status).toBe(404)
    const letters = await lettersTo(email)
    expect(letters).toMatchObject([{ text: expect.stringContaining('/confirm-email/') }])
    expect((await login(email)).body.user.courses).toEqual({ [course.id]: course.name })
  })

  const registerWaitingChild = async (changes: object = {}) => {
    await set({ registration_waits: true })
    const form = { ...childForm(), password, ...changes }
    await call('POST', '/api/auth/register-child', { body: form })
    const token = /token=([\w-]+)/.exec((await lettersTo(form.parent_email)).at(-1)?.text ?? '')?.[1]
    const { body } = await call('POST', '/api/auth/parent-consent', { body: { token, name: 'Анна Ёлкина' } })
    expect(body.next).toBe('school')
    const id = (await waiting()).find(({ email }) => email === form.email)?.user.id as number
    return { id, email: form.email, parent_email: form.parent_email }
  }

  it('has a parent whose letter does not say that the account is open', async () => {
    const { parent_email } = await registerWaitingChild()
    const [, letter] = await lettersTo(parent_email)
    expect(letter?.text).toContain('Она откроется, когда ребёнка примет школа.')
    expect(letter?.text).not.toContain('Она открыта')
  })

  it.each([
    ['an adult', registerWaiting],
    ['a child whose parent has agreed', registerWaitingChild],
  ])('is shown to curators: %s', async (_, registerOne) => {
    const { id } = await registerOne()
    await runEffects()
    const own = await db.select().from(notifications).where(sql`actor_id = ${id} and user_id = ${curator.id}`)
    expect(own).toMatchObject([{ type: 'user-registered', title: expect.stringContaining('Ждёт приёма') }])
  })

  describe('with an application to a course', () => {
    const announced = () => buildCourse(db, { announced: true, enrolling: true })
    const applications = async (course_id: number) => {
      const { body } = await call('GET', '/api/applications', { token: curator.token })
      return (body.applications as { program: { id: number }; text: string; status: { slug: string } }[])
        .filter(({ program }) => program.id === course_id)
        .map(({ text, status }) => [text, status.slug])
    }

    it('applies once a curator has let them in', async () => {
      await set({ registration_waits: true })
      const course = await announced()
      const form = newForm({ program_id: course.id, application: 'Хочу рисовать' })
      const { body } = await call('POST', '/api/auth/register', { body: form })
      expect(await applications(course.id)).toEqual([])
      const { body: list } = await call('GET', '/api/registrations', { token: curator.token })
      const own = list.registrations.find(({ user }: { user: { id: number } }) => user.id === body.user.id)
      expect(own.program).toEqual({ id: course.id, name: course.name })
      expect((await decide(body.user.id, 'accept')).status).toBe(204)
      expect(await applications(course.id)).toEqual([['Хочу рисовать', 'new']])
    })

    it('keeps the one of a child whose parent has agreed', async () => {
      const course = await announced()
      const { id } = await registerWaitingChild({ program_id: course.id, application: 'Мне десять' })
      expect(await applications(course.id)).toEqual([])
      expect((await decide(id, 'accept')).status).toBe(204)
      expect(await applications(course.id)).toEqual([['Мне десять', 'new']])
    })

    it('lets them in all the same when the course can no longer be joined', async () => {
      await set({ registration_waits: true })
      const course = await announced()
      const { body } = await call('POST', '/api/auth/register', { body: newForm({ program_id: course.id }) })
      await db.update(courses).set({ enrolling: false }).where(sql`id = ${course.id}`)
      expect((await decide(body.user.id, 'accept')).status).toBe(204)
      expect(await applications(course.id)).toEqual([])
    })

    it('applies at once where nobody waits', async () => {
      const course = await announced()
      await register({ program_id: course.id, application: 'Сразу' })
      expect(await applications(course.id)).toEqual([['Сразу', 'new']])
    })
  })

  it('is erased once a curator has refused them', async () => {
    const { id, email } = await registerWaiting()
    expect((await decide(id, 'decline', { reason: 'Мы вас не знаем' })).status).toBe(204)
    expect((await waiting()).some(({ user }) => user.id === id)).toBe(false)
    expect(await lettersTo(email)).toMatchObject([{ text: expect.stringContaining('Мы вас не знаем') }])
    const now = new Date().toISOString()
    await db.execute(sql`update users set erase_at = ${now} where id = ${id}`)
    await db.execute(sql`
      update effects set visible_at = ${now}, payload = jsonb_set(payload, '{erase_at}', to_jsonb(${now}::text))
      where kind = 'account-erased' and payload->'user_id' = to_jsonb(${id}::int)`)
    await runEffects()
    expect(await findUser(db, id)).toMatchObject({ erased_at: expect.any(String), active: false })
    expect((await login(email)).status).toBe(401)
  })

  it('waits for nobody once the account was switched on by hand, and is let in like everybody', async () => {
    const { course, code } = await newCode()
    const { id, email } = await registerWaiting(code.code)
    await call('PUT', `/api/users/${id}`, { token: curator.token, body: { active: true } })
    expect(await login(email)).toMatchObject({ status: 200, body: { user: { courses: { [course.id]: course.name } } } })
    expect(await lettersTo(email)).toMatchObject([{ text: expect.stringContaining('/confirm-email/') }])
    expect((await waiting()).some(({ user }) => user.id === id)).toBe(false)
  })

  it('may register again an hour after being refused, as the form says', async () => {
    const { id, email } = await registerWaiting()
    const again = async () =>
      (await call('POST', '/api/auth/register', { body: { ...newForm({}), email } })).body.errors.email[0] as string
    expect(await again()).toContain('Войдите или задайте новый пароль')
    await decide(id, 'decline')
    expect(await again()).toContain('Попробуйте через час')
  })

  it('is let in like everybody when a curator who has refused them switches the account on after all', async () => {
    const { course, code } = await newCode()
    const { id, email } = await registerWaiting(code.code)
    await decide(id, 'decline')
    await call('PUT', `/api/users/${id}`, { token: curator.token, body: { active: true } })
    expect(await findUser(db, id)).toMatchObject({ active: true, erase_at: null })
    const { rows } = await db.execute(
      sql`select 1 from effects where kind = 'account-erased' and payload->'user_id' = to_jsonb(${id}::int)`,
    )
    expect(rows).toEqual([])
    expect(await login(email)).toMatchObject({ status: 200, body: { user: { courses: { [course.id]: course.name } } } })
    expect((await lettersTo(email)).at(-1)?.text).toContain('Школа приняла вашу регистрацию')
  })

  it('is not kept without being let in, once a curator has refused them', async () => {
    const { id, email } = await registerWaiting()
    await decide(id, 'decline')
    const kept = await call('DELETE', `/api/users/${id}/erasure`, { token: curator.token })
    expect(kept).toMatchObject({ status: 409, body: { detail: expect.stringContaining('верните учётную запись') } })
    await call('PUT', `/api/users/${id}`, { token: curator.token, body: { active: true } })
    expect((await login(email)).status).toBe(200)
  })

  it('is erased all the same where that was asked for, and is not let in before, until the data are kept', async () => {
    const { id, email } = await registerWaiting()
    const erasure = `/api/users/${id}/erasure`
    const asked = await call('POST', erasure, { token: curator.token, body: { password: demoPassword } })
    expect(asked.status).toBe(200)
    const switchOn = () => call('PUT', `/api/users/${id}`, { token: curator.token, body: { active: true } })
    expect(await switchOn()).toMatchObject({
      status: 409,
      body: { detail: 'Эти данные попросили удалить, поэтому принять или отклонить регистрацию нельзя.' },
    })
    expect(await findUser(db, id)).toMatchObject({ active: false, erase_at: asked.body.erase_at })
    const accepted = async () =>
      (await lettersTo(email)).filter(({ text }) => text.includes('Школа приняла вашу регистрацию')).length
    expect(await accepted()).toBe(0)
    expect((await call('DELETE', erasure, { token: curator.token })).status).toBe(204)
    expect((await switchOn()).status).toBe(200)
    expect(await findUser(db, id)).toMatchObject({ active: true, erase_at: null })
    expect(await accepted()).toBe(1)
  })

  it('is neither shown nor decided once a parent has taken the consent back, until the parent agrees again', async () => {
    const { id } = await registerWaitingChild()
    await db.transaction((tx) => askErasure(tx, { userId: id, askedBy: null }))
    const erase_at = (await findUser(db, id))?.erase_at
    const { body } = await call('GET', '/api/registrations', { token: curator.token })
    expect(body.registrations.some(({ user }: { user: { id: number } }) => user.id === id)).toBe(false)
    expect(body.total).toBe(body.registrations.length)
    const refusal = {
      status: 409,
      body: { detail: 'Эти данные попросили удалить, поэтому принять или отклонить регистрацию нельзя.' },
    }
    expect(await decide(id, 'accept')).toMatchObject(refusal)
    expect(await decide(id, 'decline')).toMatchObject(refusal)
    expect(await findUser(db, id)).toMatchObject({ active: false, erase_at })
    await db.transaction((tx) => keepErasedSoon(tx, id, null))
    expect((await decide(id, 'accept')).status).toBe(204)
  })

  it('is not let into a class that is full', async () => {
    const { id: cohortId, code } = await newCode()
    const { id } = await registerWaiting(code.code)
    await fillCohort(db, cohortId)
    const full = { status: 409, body: { detail: expect.stringContaining('больше 1000 студентов. Класс нужно') } }
    expect(await decide(id, 'accept')).toMatchObject(full)
    await set({ cohort_word: 'group' })
    expect((await decide(id, 'accept')).body.detail).toContain('Группу нужно разделить.')
    await set({ cohort_word: 'class' })
    expect((await waiting()).some(({ user }) => user.id === id)).toBe(true)
    await set({ registration_waits: false })
    expect(await register({ class_code: code.code })).toMatchObject(full)

    // nor is a classmate whose account was off
    const off = await buildUser(db, { active: false })
    await db.execute(sql`insert into cohort_students (cohort_id, user_id) values (${cohortId}, ${off.id})`)
    const change = (body: object) => call('PUT', `/api/users/${off.id}`, { token: curator.token, body })
    expect(await change({ active: true })).toMatchObject(full)
    expect((await findUser(db, off.id))?.active).toBe(false)
    await db.execute(sql`delete from cohort_students where user_id = ${off.id}`)
    expect((await change({ active: true })).status).toBe(200)
  })

  it('is decided by one of two curators', async () => {
    const { id } = await buildWaiting(db)
    const outcomes = await Promise.all([decide(id, 'accept'), decide(id, 'decline')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([204, 404])
  })
})
