import { sql } from 'drizzle-orm'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { rightAnswers } from '#server/quizzes/right-answers.fixture.ts'
import { buildScormPackage } from '#server/scorm/scorm.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { upload } from '#server/testing/upload.ts'

const { app, db, deps, call, signedIn, runEffects } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })

type Who = Awaited<ReturnType<typeof signedIn>>
let [teacher, student, other, curator]: Who[] = []

beforeEach(async () => {
  ;[teacher, student, other, curator] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ name: 'Илья', surname: 'Соколов' }),
    signedIn(),
    signedIn({ role: 'curator' }),
  ])
})

const who = (person: Who | undefined) => person as Who
const own = async (person = student) =>
  (await call('GET', `/api/users/${who(person).id}/certificates`, { token: who(person).token })).body.certificates

/** A course with a lesson to read and one with an assignment, handed in by the student. */
const build = async () => {
  const course = await buildCourse(db, {
    name: 'Вёрстка «с нуля» & <сетки>',
    teachers: [who(teacher).id],
    students: [who(student).id, who(other).id],
  })
  await buildLesson(db, { course_id: course.id, position: 1 })
  const lesson = await buildLesson(db, { course_id: course.id, position: 2 })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id })
  const task = await buildTask(db, {
    assignment_id: assignment.id,
    students: [who(student).id],
    status: 'submitted',
    attempts: [{ content: '<p>Плакат</p>', hoursAgo: 1 }],
  })
  return { course, lesson, task }
}

const load = (number: string, headers = {}) =>
  app.inject({ method: 'GET', url: `/api/certificates/${number}/file`, headers })

const review = (taskId: number, verdict: 'accepted' | 'returned') =>
  call('POST', `/api/tasks/${taskId}/review`, {
    token: who(teacher).token,
    body: { verdict, attempt: 1, comment: 'Спасибо' },
  })

/** Ends the time to undo. */
const settle = async () => {
  await db.execute(sql`update effects set visible_at = now() - interval '1 second'`)
  await runEffects()
}

const issue = async () => {
  const made = await build()
  expect((await review(made.task.id, 'accepted')).status).toBe(200)
  await settle()
  const [certificate] = await own()
  return { ...made, certificate }
}

describe('a certificate', () => {
  it('is given once, when the last assignment is accepted for good', async () => {
    const { course, task } = await build()
    expect((await review(task.id, 'accepted')).status).toBe(200)
    await runEffects()
    // the teacher may still undo it
    expect(await own()).toEqual([])
    await settle()
    const [certificate, ...more] = await own()
    expect([certificate, more]).toEqual([
      {
        number: expect.stringMatching(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/),
        name: 'Илья Соколов',
        course: course.name,
        issued_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        withdrawn: false,
        course_id: course.id,
        reason: null,
      },
      [],
    ])
    expect(await own(other)).toEqual([])
    const { notifications } = (await call('GET', '/api/auth/user', { token: who(student).token })).body.user
    expect(notifications.data[0]).toMatchObject({ type: 'certificate-issued', place: certificate.number })
    expect(notifications.data[0].data.title).toContain('&lt;сетки&gt;')
    expect(notifications.data[0].data.title).toContain(`href="/certificates/${certificate.number}"`)

    // checked again and accepted again: the same one
    await call('POST', `/api/tasks/${task.id}/reopen`, { token: who(teacher).token, body: { comment: 'Ещё раз' } })
    await review(task.id, 'accepted')
    await settle()
    expect(await own()).toEqual([certificate])
  })

  it('waits for lessons that are not open yet, and is not given for a verdict that was undone', async () => {
    const { course, task } = await build()
    const draft = await buildLesson(db, { course_id: course.id, position: 3, status: 'draft' })
    await review(task.id, 'accepted')
    await settle()
    expect(await own()).toEqual([])
    await db.execute(sql`delete from lessons where id = ${draft.id}`)
    await call('POST', `/api/tasks/${task.id}/reopen`, { token: who(teacher).token, body: { comment: 'Ещё раз' } })
    await review(task.id, 'accepted')
    await call('DELETE', `/api/tasks/${task.id}/review`, { token: who(teacher).token })
    await settle()
    expect(await own()).toEqual([])
  })

  it('is given for a course without assignments when its last lesson is read', async () => {
    const course = await buildCourse(db, { students: [who(student).id] })
    const lessons = [
      await buildLesson(db, { course_id: course.id, position: 1 }),
      await buildLesson(db, { course_id: course.id, position: 2 }),
    ]
    for (const [at, { id }] of lessons.entries()) {
      expect((await call('POST', `/api/lessons/${id}/read`, { token: who(student).token })).status).toBe(204)
      await runEffects()
      expect(await own()).toHaveLength(at)
    }
  })

  it('is given when a quiz or a package is what reads the last lesson', async () => {
    const token = who(student).token
    const course = async () => {
      const { id } = await buildCourse(db, { students: [who(student).id] })
      return buildLesson(db, { course_id: id })
    }
    const quiz = await buildQuizInText(db, { lesson_id: (await course()).id })
    const answers = rightAnswers(quiz.questions)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    expect((await call('POST', `/api/quizzes/${quiz.id}/attempts`, { token, body: { answers }, headers })).status).toBe(
      201,
    )
    await runEffects()
    expect(await own()).toHaveLength(1)
    const lesson = { lesson_id: (await course()).id, user_id: who(teacher).id }
    const scorm = await buildScormPackage(db, deps.files, lesson)
    const body = { item: 'I1', completed: true, passed: null, score: null, data: '{}' }
    expect((await call('PUT', `/api/scorm/${scorm.id}/results`, { token, body })).status).toBe(200)
    await runEffects()
    expect(await own()).toHaveLength(2)
  })

  it('is confirmed to everybody by its number, however it is typed, with the name of that day', async () => {
    const { certificate, course } = await issue()
    const shown = { ...certificate }
    delete shown.course_id
    delete shown.reason
    for (const typed of [certificate.number, certificate.number.toLowerCase().replaceAll('-', ' ')]) {
      const { status, body } = await call('GET', `/api/certificates/${encodeURIComponent(typed)}`)
      expect([status, body]).toEqual([200, { certificate: shown }])
    }
    await db.execute(sql`update users set surname = 'Петров' where id = ${who(student).id}`)
    await db.execute(sql`update courses set name = 'Другой', deleted_at = now() where id = ${course.id}`)
    expect((await call('GET', `/api/certificates/${certificate.number}`)).body).toEqual({ certificate: shown })
    for (const number of ['0000-0000-0000', certificate.number.slice(0, 14), '1', `%00`, 'x'.repeat(200)]) {
      expect((await call('GET', `/api/certificates/${number}`)).status).toBe(404)
    }
  })

  it('is confirmed by the shorter number that it was once given', async () => {
    const { certificate } = await issue()
    await db.execute(sql`update certificates set number = '4TRK-9W2M-0QXA' where number = ${certificate.number}`)
    for (const typed of ['4TRK-9W2M-0QXA', '4trk 9w2m oqxa']) {
      const { body } = await call('GET', `/api/certificates/${encodeURIComponent(typed)}`)
      expect(body.certificate).toMatchObject({ number: '4TRK-9W2M-0QXA', name: certificate.name })
    }
    expect((await load('4TRK-9W2M-0QXA')).statusCode).toBe(200)
  })

  it('is no longer confirmed while its owner waits to be erased', async () => {
    const { certificate } = await issue()
    await db.execute(sql`update users set erase_at = now() + interval '1 day' where id = ${who(student).id}`)
    expect((await call('GET', `/api/certificates/${certificate.number}`)).status).toBe(404)
    expect((await call('GET', `/api/certificates/${certificate.number}/file`)).status).toBe(404)
  })

  it('is withdrawn once, with a reason that only its owner and curators read', async () => {
    const { certificate } = await issue()
    const withdraw = (body: object) =>
      call('POST', `/api/certificates/${certificate.number}/withdraw`, { token: who(curator).token, body })
    expect((await withdraw({ reason: ' ' })).status).toBe(422)
    const { status, body } = await withdraw({ reason: 'Работа не своя' })
    expect([status, body.certificate]).toEqual([200, { ...certificate, withdrawn: true, reason: 'Работа не своя' }])
    expect((await withdraw({ reason: 'Ещё' })).status).toBe(409)
    const shown = (await call('GET', `/api/certificates/${certificate.number}`)).body.certificate
    expect([shown.withdrawn, 'reason' in shown]).toEqual([true, false])
    expect((await call('GET', `/api/certificates/${certificate.number}/file`)).status).toBe(409)
    expect(await own()).toEqual([body.certificate])
    const readBy = async (person: Who | undefined) =>
      (await call('GET', `/api/certificates/${certificate.number}`, { token: who(person).token })).body.certificate
    for (const person of [student, curator]) expect(await readBy(person)).toMatchObject({ reason: 'Работа не своя' })
    for (const person of [other, teacher]) expect(await readBy(person)).toEqual(shown)
  })

  it('is replaced once by one with the right name; only its owner and curators learn the new number', async () => {
    const { certificate, course } = await issue()
    const replace = (number: string, name: string) =>
      call('POST', `/api/certificates/${number}/replace`, { token: who(curator).token, body: { name } })
    expect((await replace(certificate.number, ' ')).status).toBe(422)
    const { status, body } = await replace(certificate.number, 'Илья Соколов-Орлов')
    const { number } = body.certificate
    expect([status, body.certificate]).toEqual([
      201,
      { ...certificate, number, name: 'Илья Соколов-Орлов', issued_on: expect.any(String) },
    ])
    expect(number).not.toBe(certificate.number)
    const old = { ...certificate, withdrawn: true, reason: `Заменён сертификатом ${number}`, replaced_by: number }
    expect(await own()).toEqual(expect.arrayContaining([old, body.certificate]))
    const show = async (of: string, token?: string) =>
      (await call('GET', `/api/certificates/${of}`, token ? { token } : {})).body.certificate
    expect(await show(certificate.number)).not.toHaveProperty('replaced_by')
    expect(await show(certificate.number, who(student).token)).toMatchObject({ replaced_by: number })
    expect(await show(number)).toMatchObject({ name: 'Илья Соколов-Орлов', withdrawn: false })
    const { notifications } = (await call('GET', '/api/auth/user', { token: who(student).token })).body.user
    expect(notifications.data[0]).toMatchObject({ place: number })
    expect(notifications.data[0].data.title).toContain(`href="/certificates/${number}"`)
    // the second person sees what happened; the new one may be replaced in its turn, even once it is withdrawn
    expect((await replace(certificate.number, 'Ещё один')).status).toBe(409)
    await call('POST', `/api/certificates/${number}/withdraw`, {
      token: who(curator).token,
      body: { reason: 'Снова не то имя' },
    })
    expect((await replace(number, 'Илья Орлов')).status).toBe(201)
    expect(await show(number, who(student).token)).toMatchObject({ reason: 'Снова не то имя' })
    expect(await own()).toHaveLength(3)
    // and nobody is given another one beside it
    const issuing = { token: who(teacher).token }
    expect((await call('POST', `/api/courses/${course.id}/certificates`, issuing)).body).toEqual({ issued: 0 })
  })

  it('is given by staff to those who finished the course before there were certificates, once', async () => {
    const { course, task } = await build()
    await db.execute(sql`update tasks set status = 'accepted' where id = ${task.id}`)
    await db.execute(sql`update courses set status = 'archived' where id = ${course.id}`)
    const path = `/api/courses/${course.id}/certificates`
    const staff = { token: who(teacher).token }
    const missing = async () => (await call('GET', path, staff)).body.users.map(({ id }: { id: number }) => id)
    expect(await missing()).toEqual([who(student).id])
    // two at once give one
    const given = await Promise.all([call('POST', path, staff), call('POST', path, { token: who(curator).token })])
    expect(given.map(({ body }) => body.issued).sort()).toEqual([0, 1])
    expect(await missing()).toEqual([])
    const [certificate, ...more] = await own()
    expect([certificate, more]).toEqual([expect.objectContaining({ name: 'Илья Соколов', course: course.name }), []])
    const { notifications } = (await call('GET', '/api/auth/user', { token: who(student).token })).body.user
    expect(notifications.data[0].data.title).toContain(`href="/certificates/${certificate.number}"`)
    // a withdrawn one is not given again
    await call('POST', `/api/certificates/${certificate.number}/withdraw`, {
      token: who(curator).token,
      body: { reason: 'Ошибка' },
    })
    expect([await missing(), (await call('POST', path, staff)).body.issued]).toEqual([[], 0])
  })
})

describe('its document', () => {
  it('is one page of A4 with a text layer, in the words of the school', async () => {
    const set = {
      certificate_words: 'успешно закончил(а) курс',
      certificate_signer: 'Ольга Ким',
      certificate_post: 'директор',
    }
    await call('PUT', '/api/settings/school', { token: who(curator).token, body: { name: 'Школа «Ёж»', ...set } })
    const { certificate } = await issue()
    const response = await load(certificate.number)
    expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-cache',
    ])
    const pdf = await getDocument({ data: new Uint8Array(response.rawPayload) }).promise
    const page = await pdf.getPage(1)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    for (const part of [
      'Школа «Ёж»',
      'Илья Соколов',
      'успешно закончил(а) курс',
      certificate.course,
      certificate.number,
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain('Ольга Ким, директор')
    // an address is laid out in several pieces
    expect(text.replaceAll(' ', '')).toContain(`https://school.example/certificates/${certificate.number}`)
    const { width, height } = page.getViewport({ scale: 1 })
    expect([pdf.numPages, Math.round(width), Math.round(height)]).toEqual([1, 842, 595])
    // nothing has changed since
    const again = await load(certificate.number, { 'if-none-match': response.headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('has the logo of the school, which is read aloud by the name', async () => {
    const { certificate } = await issue()
    const before = await load(certificate.number)
    const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#e8590c' } })
      .png()
      .toBuffer()
    const { token } = who(curator)
    expect((await call('POST', '/api/settings/school/logo', { token, ...upload(picture) })).status).toBe(200)
    const response = await load(certificate.number, { 'if-none-match': before.headers.etag })
    expect(response.statusCode).toBe(200)
    const pdf = await getDocument({ data: new Uint8Array(response.rawPayload) }).promise
    const page = await pdf.getPage(1)
    const { fnArray } = await page.getOperatorList()
    expect(fnArray.filter((each) => each === OPS.paintImageXObject)).toHaveLength(1)
    expect(JSON.stringify(await page.getStructTree())).toContain('"alt":"Логотип: Школа «Ёж»"')

    await call('DELETE', '/api/settings/school/logo', { token })
    expect((await load(certificate.number)).headers.etag).toBe(before.headers.etag)
  })

  it('has room for the longest names', async () => {
    const { certificate } = await issue()
    const name = `${'Константин-'.repeat(5)}Ян ${'Оболенский-'.repeat(5)}Й`
    await db.execute(sql`update certificates set name = ${name}, course = ${'Очень длинный курс '.repeat(11).trim()}`)
    const response = await load(certificate.number)
    expect((await getDocument({ data: new Uint8Array(response.rawPayload) }).promise).numPages).toBe(1)
  })

  it('leaves emoji out, which its font lacks', async () => {
    const { certificate } = await issue()
    await db.execute(sql`update certificates set course = ${'🎉 Вёрстка за неделю ❤️'}`)
    const response = await load(certificate.number)
    const pdf = await getDocument({ data: new Uint8Array(response.rawPayload) }).promise
    const { items } = await (await pdf.getPage(1)).getTextContent()
    expect(items.map((item) => ('str' in item ? item.str : ''))).toContain('«Вёрстка за неделю»')
  })

  it('has a code that leads to its page', () => {
    const address = 'https://school.example/certificates/7HQ3-VD8N-J5PC-0M4X-RZ6T-9KWB-2FYE'
    const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 4, scale: 4 })
    const size = rows.length
    const data = new Uint8Array(rows.flat().flatMap((dark) => [...Array(3).fill(dark ? 0 : 255), 255]))
    expect(decodeQR({ width: size, height: size, data })).toBe(address)
  })
})
