import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { applicationPageSize, maxApplicationsPerDay } from '#contract/applications/applications.schema.ts'
import { hourMs } from '#contract/durations.ts'
import { insertApplication } from '#server/applications/applications.repo.ts'
import { applications } from '#server/applications/applications.table.ts'
import { sameApplication } from '#server/applications/withdraw-application.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { courseStudents } from '#server/courses/courses.table.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { notifications } from '#server/notifications/notifications.table.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters, readLink } from '#server/testing/letters.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { updateUser } from '#server/users/users.repo.ts'

const { db, call, signedIn, runEffects, outbox } = await testApp()

const [teacher, otherTeacher, curator] = await Promise.all([
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'curator' }),
])
type Person = typeof teacher

const programWith = (values: Parameters<typeof buildCourse>[1] = {}) =>
  buildCourse(db, { name: 'Вёрстка', announced: true, enrolling: true, teachers: [teacher.id], ...values })

const apply = (who: Person, programId: number, body: object = { text: 'Хочу учиться' }) =>
  call('POST', `/api/programs/${programId}/applications`, { token: who.token, body })
const list = async (who: Person, query = '') =>
  (await call('GET', `/api/applications${query}`, { token: who.token })).body
const accept = (who: Person, id: number) => call('POST', `/api/applications/${id}/accept`, { token: who.token })
const decline = (who: Person, id: number, body: object = {}) =>
  call('POST', `/api/applications/${id}/decline`, { token: who.token, body })
const withdraw = (who: Person, id: number) => call('DELETE', `/api/applications/${id}`, { token: who.token })
const newsOf = async (who: Person) =>
  (await call('GET', '/api/users/notifications', { token: who.token })).body.notifications
const courseIdsOf = async (who: Person) =>
  (await call('GET', '/api/courses', { token: who.token })).body.courses.map(({ id }: { id: number }) => id)

const lettersTo = async (email: string) => (await readLetters(outbox)).filter(({ to }) => to === email)

/** What waits for the next morning is sent. */
const passTime = async () => {
  await db.execute(sql`update notification_deliveries set due_at = now()`)
  await runEffects()
}

/** A person who has applied, with the id of the application. */
const applicant = async (programId: number) => {
  const student = await signedIn()
  return { student, id: (await apply(student, programId)).body.application.id as number }
}

describe('applying to a course', () => {
  it('returns the application, which waits for a decision', async () => {
    const program = await programWith()
    const student = await signedIn({ name: 'Мария', surname: 'Орлова' })
    const { status, body } = await apply(student, program.id)
    expect(status).toBe(201)
    expect(body.application).toMatchObject({
      status: { slug: 'new', name: 'Ждёт ответа', color: 'brand', icon: 'clock' },
      program: { id: program.id, name: 'Вёрстка' },
      user: { id: student.id, name: 'Мария', surname: 'Орлова' },
      text: 'Хочу учиться',
      reason: '',
      decided_at: null,
    })
    expect(JSON.stringify(body)).not.toContain(student.user.email)
    expect((await list(student)).applications).toEqual([body.application])
  })

  it('needs no text and no body', async () => {
    const program = await programWith()
    const student = await signedIn()
    const response = await call('POST', `/api/programs/${program.id}/applications`, { token: student.token })
    expect([response.status, response.body.application.text]).toEqual([201, ''])
    expect((await apply(await signedIn(), program.id, { text: 'я'.repeat(2001) })).status).toBe(422)
  })

  it('keeps one application with the latest text, however often it is sent', async () => {
    const program = await programWith()
    const student = await signedIn()
    const responses = await Promise.all(Array.from({ length: 5 }, () => apply(student, program.id)))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.application.id}`)).size).toBe(1)
    const again = await apply(student, program.id, { text: 'Учился сам год' })
    expect(again.body.application).toMatchObject({ id: responses[0]?.body.application.id, text: 'Учился сам год' })
    // one without a text takes nothing away
    expect((await apply(student, program.id, {})).body.application.text).toBe('Учился сам год')
    expect((await apply(student, program.id, { text: '' })).body.application.text).toBe('')
    expect((await apply(student, program.id, { text: 'Учился сам год' })).status).toBe(201)
    expect((await list(student)).total).toBe(1)
  })

  it('is refused where nobody can join, and leaves nothing behind', async () => {
    const student = await signedIn()
    const refused = [
      { program: await programWith({ enrolling: false }), status: 409, detail: /Набор на этот курс закрыт/ },
      { program: await programWith({ seats: 1, students: [(await buildUser(db)).id] }), status: 409, detail: /места/ },
      { program: await programWith({ students: [student.id] }), status: 409, detail: /уже учитесь/ },
      { program: await programWith({ announced: false }), status: 404, detail: /./ },
      { program: await programWith({ status: 'draft' }), status: 404, detail: /./ },
      { program: await programWith({ status: 'archived' }), status: 404, detail: /./ },
    ]
    for (const { program, status, detail } of refused) {
      const response = await apply(student, program.id)
      expect([response.status, response.body.detail]).toEqual([status, expect.stringMatching(detail)])
    }
    expect((await apply(student, 2_000_000_000)).status).toBe(404)
    expect((await list(student)).total).toBe(0)
  })

  it('is for students, and limited per day', async () => {
    const program = await programWith()
    expect((await apply(otherTeacher, program.id)).status).toBe(403)
    expect((await call('POST', `/api/programs/${program.id}/applications`)).status).toBe(401)
    const student = await signedIn()
    // the staff are notified of those that are withdrawn, too
    for (let sent = 0; sent < maxApplicationsPerDay; sent += 1) {
      const { body } = await apply(student, program.id)
      expect((await withdraw(student, body.application.id)).status).toBe(204)
    }
    const response = await apply(student, program.id)
    expect([response.status, response.headers['retry-after']]).toEqual([429, expect.anything()])
  })
})

describe('the school’s decision', () => {
  it('enrols the applicant, who gets a notification and a letter', async () => {
    const program = await programWith()
    const { student, id } = await applicant(program.id)
    const { status, body } = await accept(teacher, id)
    expect([status, body.application.status.slug]).toEqual([200, 'accepted'])
    expect(body.application.decided_at).not.toBeNull()
    expect(await courseIdsOf(student)).toEqual([program.id])
    await runEffects()
    expect(await newsOf(student)).toMatchObject([{ type: 'course-enrolled', user: { id: teacher.id } }])
    await passTime()
    const [letter, ...more] = await lettersTo(student.user.email)
    expect(letter?.text).toContain(`/courses/${program.id}`)
    expect(more).toEqual([])
  })

  it('is followed by a letter once a course opens that was a draft', async () => {
    const program = await programWith()
    const { student, id } = await applicant(program.id)
    await updateCourse(db, program.id, { status: 'draft' })
    await accept(teacher, id)
    await runEffects()
    await passTime()
    expect(await lettersTo(student.user.email)).toHaveLength(1)
    await buildLesson(db, { course_id: program.id })
    const opened = await call('PUT', `/api/courses/${program.id}`, {
      token: curator.token,
      body: { status: 'published' },
    })
    expect(opened.status).toBe(200)
    await runEffects()
    await passTime()
    expect((await lettersTo(student.user.email)).map(({ text }) => text.includes('Вы записаны'))).toEqual([false, true])
  })

  it('is sent without a link when there is no page to open', async () => {
    const program = await programWith()
    const [accepted, declined] = [await applicant(program.id), await applicant(program.id)]
    await updateCourse(db, program.id, { status: 'draft' })
    await accept(teacher, accepted.id)
    await decline(teacher, declined.id)
    await runEffects()
    for (const { student } of [accepted, declined]) {
      const [letter] = await lettersTo(student.user.email)
      expect(letter?.text).toContain('Вёрстка')
      expect(letter?.text).not.toMatch(/Описание курса|programs/)
    }
  })

  it('gives the reason why an application was declined', async () => {
    const program = await programWith({ name: 'Шрифт <и> цвет' })
    const { student, id } = await applicant(program.id)
    const { body } = await decline(curator, id, { reason: 'Группа набрана, приходите весной' })
    expect(body.application).toMatchObject({ status: { slug: 'declined' }, reason: 'Группа набрана, приходите весной' })
    await runEffects()
    expect(await newsOf(student)).toMatchObject([
      {
        type: 'application-declined',
        data: {
          title: 'Школа отклонила вашу заявку на курс <b>«Шрифт &lt;и&gt; цвет»</b>',
          comment: 'Группа набрана, приходите весной',
        },
      },
    ])
    expect(await lettersTo(student.user.email)).toHaveLength(1)
    expect(await courseIdsOf(student)).toEqual([])
    // the next term brings another application
    expect((await apply(student, program.id)).body.application).toMatchObject({ status: { slug: 'new' } })
  })

  it('is made by an enrolment, without a letter besides the notification of that', async () => {
    const program = await programWith()
    const { student, id } = await applicant(program.id)
    const waiting = await applicant(program.id)
    const enrol = (ids: number[]) =>
      call('PUT', `/api/courses/${program.id}/students`, { token: curator.token, body: { user_ids: ids } })
    expect((await enrol([student.id])).status).toBe(200)
    expect((await list(student)).applications).toMatchObject([
      { id, status: { slug: 'accepted' }, decided_at: expect.any(String) },
    ])
    expect((await list(teacher, `?status=new&program_id=${program.id}`)).applications).toMatchObject([
      { id: waiting.id },
    ])
    expect((await accept(teacher, id)).status).toBe(409)
    await runEffects()
    expect(await newsOf(student)).toMatchObject([{ type: 'course-enrolled', user: { id: curator.id } }])
    expect(await lettersTo(student.user.email)).toEqual([])
    // decided and enrolled at once, it is decided once
    const [accepted, enrolled] = await Promise.all([
      accept(teacher, waiting.id),
      enrol([student.id, waiting.student.id]),
    ])
    expect([[200, 409].includes(accepted.status), enrolled.status]).toEqual([true, 200])
    expect((await list(waiting.student)).applications).toMatchObject([{ status: { slug: 'accepted' } }])
  })

  it('can be made once', async () => {
    const program = await programWith()
    const { student, id } = await applicant(program.id)
    const responses = await Promise.all([accept(teacher, id), decline(curator, id), accept(curator, id)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await withdraw(student, id)).status).toBe(409)
    expect((await list(student)).total).toBe(1)
  })

  it('belongs to the course’s teachers and to curators', async () => {
    const program = await programWith()
    const { student, id } = await applicant(program.id)
    const stranger = await signedIn()
    expect((await accept(student, id)).status).toBe(403)
    expect((await accept(stranger, id)).status).toBe(404)
    expect((await decline(otherTeacher, id)).status).toBe(404)
    expect((await withdraw(teacher, id)).status).toBe(403)
    expect((await list(student)).applications).toMatchObject([{ id, status: { slug: 'new' } }])
  })

  it('waits again when the enrolment that made it is undone, and only then', async () => {
    const program = await programWith()
    const [undone, left, accepted] = [
      await applicant(program.id),
      await applicant(program.id),
      await applicant(program.id),
    ]
    const enrol = async (user_ids: number[]) =>
      expect(
        (await call('PUT', `/api/courses/${program.id}/students`, { token: curator.token, body: { user_ids } })).status,
      ).toBe(200)
    await accept(curator, accepted.id)
    const [decided] = await db.select().from(applications).where(eq(applications.id, accepted.id))
    const [begun] = await db.select().from(courseStudents).where(eq(courseStudents.user_id, accepted.student.id))
    // a decision never has the moment of its enrolment, by which an answer without one is known
    expect(Date.parse(decided?.decided_at ?? '')).toBe(Date.parse(begun?.since ?? '') + 1)
    await enrol([undone.student.id, left.student.id, accepted.student.id])
    const earlier = new Date(Date.now() - 2 * hourMs).toISOString()
    await db.update(courseStudents).set({ since: earlier }).where(eq(courseStudents.user_id, left.student.id))
    await db.update(applications).set({ decided_at: earlier }).where(eq(applications.id, left.id))
    await enrol([])
    const { applications: rows } = await list(curator, `?program_id=${program.id}`)
    const state = (id: number) => {
      const row = rows.find((each: { id: number }) => each.id === id)
      return [row.status.slug, row.decided_at !== null]
    }
    expect([undone, left, accepted].map(({ id }) => state(id))).toEqual([
      ['new', false],
      ['accepted', true],
      ['accepted', true],
    ])
    expect((await accept(teacher, undone.id)).status).toBe(200)
  })

  it('cannot enrol a deactivated account', async () => {
    const program = await programWith()
    const { student, id } = await applicant(program.id)
    await updateUser(db, student.id, { active: false })
    expect((await accept(curator, id)).status).toBe(409)
    expect((await decline(curator, id)).status).toBe(200)
    await runEffects()
    expect(await lettersTo(student.user.email)).toEqual([])
  })

  it('cannot enrol somebody who is no student any more', async () => {
    const program = await programWith()
    const { student, id } = await applicant(program.id)
    await call('PUT', `/api/users/${student.id}`, { token: curator.token, body: { role: 'teacher' } })
    const { status, body } = await accept(curator, id)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('Учиться на курсе могут только')])
    expect(await db.$count(courseStudents, eq(courseStudents.user_id, student.id))).toBe(0)
    expect((await decline(curator, id)).status).toBe(200)
  })
})

describe('the list of applications', () => {
  it('shows everyone the applications they may see, undecided ones first, oldest first', async () => {
    const program = await programWith()
    const foreign = await programWith({ teachers: [otherTeacher.id] })
    const first = await applicant(program.id)
    const second = await applicant(program.id)
    const third = await applicant(foreign.id)
    await accept(teacher, first.id)
    const idsOf = async (who: Person, query: string) =>
      (await list(who, query)).applications.map(({ id }: { id: number }) => id)
    expect(await idsOf(teacher, `?program_id=${program.id}`)).toEqual([second.id, first.id])
    expect(await idsOf(teacher, `?program_id=${program.id}&status=new`)).toEqual([second.id])
    expect(await idsOf(teacher, `?program_id=${foreign.id}`)).toEqual([])
    expect(await idsOf(curator, `?program_id=${foreign.id}`)).toEqual([third.id])
    expect(await idsOf(third.student, '')).toEqual([third.id])
    expect((await call('GET', '/api/applications?status=maybe', { token: curator.token })).status).toBe(422)
  })

  it('has pages, and leaves out deleted courses and people who asked to be erased', async () => {
    const program = await programWith()
    const people = await Promise.all(Array.from({ length: applicationPageSize + 1 }, () => buildUser(db)))
    for (const { id } of people) await insertApplication(db, { course_id: program.id, user_id: id })
    const query = `?program_id=${program.id}&page=2`
    expect(await list(curator, query)).toMatchObject({ page: 2, pages: 2, total: applicationPageSize + 1 })
    expect((await list(curator, query)).applications).toHaveLength(1)
    await updateUser(db, people[0]?.id as number, { erase_at: new Date(Date.now() + 60_000).toISOString() })
    expect(await list(curator, query)).toMatchObject({ pages: 1, total: applicationPageSize, applications: [] })
    await updateCourse(db, program.id, { deleted_at: new Date().toISOString() })
    expect((await list(curator, query)).total).toBe(0)
  })

  it('drops an application that was withdrawn', async () => {
    const program = await programWith()
    const { student, id } = await applicant(program.id)
    expect((await withdraw(await signedIn(), id)).status).toBe(404)
    await runEffects()
    const count = () => db.$count(notifications, eq(notifications.same_as, sameApplication(id)))
    expect(await count()).toBeGreaterThan(0)
    expect((await withdraw(student, id)).status).toBe(204)
    expect((await withdraw(student, id)).status).toBe(404)
    expect(await count()).toBe(0)
    expect((await list(curator, `?program_id=${program.id}`)).total).toBe(0)
  })
})

describe('a registration with an application', () => {
  const registerChild = async (program_id: number) => {
    const email = `${crypto.randomUUID()}@school.example`
    const body = {
      name: 'Костя',
      surname: 'Ёлкин',
      email,
      password: 'пароль Кости',
      birth_date: `${new Date().getFullYear() - 10}-01-01`,
      parent_email: `${crypto.randomUUID()}@home.example`,
      program_id,
      application: 'Умею рисовать',
    }
    expect((await call('POST', '/api/auth/register-child', { body })).status).toBe(200)
    await runEffects()
    const [letter] = await lettersTo(body.parent_email)
    return readLink(letter?.text ?? '').link.searchParams.get('token') as string
  }
  const agree = (token: string) => call('POST', '/api/auth/parent-consent', { body: { token, name: 'Анна Ёлкина' } })

  it('of a child is sent once the parent agrees', async () => {
    const program = await programWith()
    const token = await registerChild(program.id)
    expect((await list(curator, `?program_id=${program.id}`)).total).toBe(0)
    expect((await agree(token)).status).toBe(200)
    expect(await list(curator, `?program_id=${program.id}`)).toMatchObject({
      total: 1,
      applications: [{ text: 'Умею рисовать', status: { slug: 'new' }, user: { name: 'Костя' } }],
    })
  })

  it('opens the account even when the course can no longer be joined', async () => {
    const program = await programWith()
    const token = await registerChild(program.id)
    await updateCourse(db, program.id, { enrolling: false })
    expect((await agree(token)).status).toBe(200)
    expect((await agree(await registerChild(2_000_000_000))).status).toBe(200)
    expect((await list(curator, `?program_id=${program.id}`)).total).toBe(0)
  })

  it('sends no application letters to an address that nobody has confirmed', async () => {
    const program = await programWith()
    const student = await signedIn({ email_confirmed_at: null })
    const { id } = (await apply(student, program.id)).body.application
    await decline(curator, id)
    await runEffects()
    expect(await lettersTo(student.user.email)).toEqual([])
    expect(await newsOf(student)).toMatchObject([{ type: 'application-declined' }])
  })
})
