import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { addEffect } from '#server/effects/effects.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { freePort } from '#server/testing/free-port.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { testS3 } from '#server/testing/s3.ts'
import { uploader } from '#server/uploads/uploads.fixture.ts'

const s3 = await testS3()
const mailPort = await freePort()
const site = await testApp({ env: { S3_URL: s3.url, SMTP_URL: `smtp://127.0.0.1:${mailPort}` } })
const { app, db, call, signedIn, runEffects } = site
const student = await signedIn()
const uploads = uploader(call, student.token)

const waiting = async () => (await db.execute(sql`select kind, last_error from effects order by id`)).rows

it('while the storage is gone the site can be read, files say so, and what waits for it is done later', async () => {
  const teacher = await signedIn({ role: 'teacher' })
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const { id, file } = await uploads.send(Buffer.from('Привет'))
  const text = await uploader(call, teacher.token).send(Buffer.from('# Урок'), { name: 'урок.md' })
  await s3.stop()
  for (const path of ['/api/auth/user', `/api/courses/${course.id}`, `/api/lessons/${lesson.id}`, '/api/health'])
    expect([path, (await call('GET', path, { token: student.token })).status]).toEqual([path, 200])
  for (const refused of [await uploads.begin(5), await call('GET', file.url)]) {
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.body.detail).toMatch(/Хранилище файлов сейчас не отвечает/)
  }
  const ask = { token: teacher.token, body: { kind: 'markdown', file_id: text.id, course_id: course.id } }
  const begun = await call('POST', '/api/imports', ask)
  const readImport = async () =>
    (await call('GET', `/api/imports/${begun.body.import.id}`, { token: teacher.token })).body.import
  await expect.poll(readImport, { timeout: 10_000 }).toMatchObject({
    status: 'failed',
    repeatable: true,
    warnings: [expect.stringMatching(/Хранилище файлов сейчас не отвечает/)],
  })
  await addEffect(db, 'bytes-erased', { file_id: id })
  await expect(runEffects()).rejects.toThrow()
  expect(await waiting()).toEqual([{ kind: 'bytes-erased', last_error: 'storage-away' }])
  await s3.start()
  expect((await app.inject({ url: file.url })).body).toBe('Привет')
  await db.execute(sql`update effects set visible_at = now()`)
  await runEffects()
  expect(await waiting()).toEqual([])
})

it('while the mail server is gone letters wait, and each is sent once when it is back', async () => {
  await call('POST', '/api/auth/forgot-password', { body: { email: student.user.email } })
  await expect(runEffects()).rejects.toThrow()
  expect(await waiting()).toEqual([{ kind: 'reset-letter', last_error: 'mail-away' }])
  const { received } = await mailServer(mailPort)
  await db.execute(sql`update effects set visible_at = now()`)
  await runEffects()
  await runEffects()
  expect(received.map(({ to }) => to)).toEqual([student.user.email])
  expect(await waiting()).toEqual([])
})
