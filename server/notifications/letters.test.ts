import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { setStudents } from '#server/courses/enrolments.repo.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { redateDeliveries } from '#server/notifications/deliveries.repo.ts'
import { insertNotifications, insertOwnNotifications } from '#server/notifications/notifications.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { addGuardian } from '#server/users/guardians.repo.ts'

const mail = await mailServer()
const { db, call, signedIn, runEffects } = await testApp({
  env: { SMTP_URL: mail.url, PUBLIC_URL: 'https://school.example' },
})

type Signed = Awaited<ReturnType<typeof signedIn>>
let student: Signed

beforeEach(async () => {
  await empty(db, 'notifications')
  mail.received.length = 0
  student = await signedIn()
})

const channels = (letter: 'off' | 'now' | 'daily' | 'weekly', site = true) => ({ site, letter, push: false })
const settingsPath = () => `/api/users/${student.id}/notification-settings`
const choose = async (body: object) => {
  const response = await call('PUT', settingsPath(), { token: student.token, body })
  expect(response.status).toBe(200)
  return response.body.settings
}
const settings = async () => (await call('GET', settingsPath(), { token: student.token })).body.settings
const happen = (
  type: 'announcement' | 'task-returned' | 'lesson-published' | 'task-like' | 'document-term',
  title: string,
) => db.transaction((tx) => insertNotifications(tx, [student.id], { type, title }))
/** What waits becomes due. */
const passTime = async () => {
  await db.execute(sql`update notification_deliveries set due_at = now()`)
  await runEffects()
}
const stopAddress = () => /<(.*)>/.exec(mail.received.at(-1)?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''

describe('the settings', () => {
  it('have every kind of the role, change one by one, and refuse what is no time or zone', async () => {
    const before = await settings()
    expect(before).toMatchObject({
      quiet: null,
      time_zone: 'Europe/Moscow',
      push_key: null,
      email: { address: student.user.email, state: 'fine' },
    })
    expect(before.kinds['task-returned']).toEqual({ site: true, letter: 'now', push: true })
    expect(before.kinds['task-submitted']).toBeUndefined()
    const quiet = { from: '22:00', to: '07:30' }
    await choose({ quiet, kinds: { 'task-like': channels('weekly', false) } })
    const after = await choose({ time_zone: 'Asia/Vladivostok' })
    expect(after).toMatchObject({
      quiet,
      time_zone: 'Asia/Vladivostok',
      kinds: { 'task-like': channels('weekly', false) },
    })
    expect((await choose({ quiet: null })).quiet).toBeNull()
    for (const body of [
      { time_zone: 'Moscow' },
      { quiet: { from: '24:00', to: '07:00' } },
      { quiet: { from: '7:00', to: '08:00' } },
      { quiet: { from: '07:00', to: '07:00' } },
      { kinds: { announcement: { site: true, letter: 'hourly', push: true } } },
    ]) {
      expect((await call('PUT', settingsPath(), { token: student.token, body })).status).toBe(422)
    }
  })

  it('leave a kind out of the list on the site', async () => {
    await choose({ kinds: { 'task-like': channels('off', false) } })
    await happen('task-like', 'Работа')
    await happen('announcement', 'Объявление')
    const { body } = await call('GET', '/api/users/notifications', { token: student.token })
    expect(body).toMatchObject({ total: 1, notifications: [{ type: 'announcement' }] })
    const { user } = (await call('GET', '/api/auth/user', { token: student.token })).body
    expect(user.notifications).toMatchObject({ unread: 1, data: [{ type: 'announcement' }] })
  })

  it('and the switch of the profile are about the same letters', async () => {
    const profile = `/api/users/${student.id}`
    await call('PUT', profile, { token: student.token, body: { letters: false } })
    expect((await settings()).kinds['task-returned'].letter).toBe('off')
    await choose({ kinds: { 'task-returned': channels('daily') } })
    expect((await call('GET', profile, { token: student.token })).body.user.letters).toBe(true)
  })
})

describe('letters', () => {
  it('are sent at once or in one digest, and never twice about the same', async () => {
    await choose({ kinds: { announcement: channels('now'), 'lesson-published': channels('daily') } })
    await happen('announcement', 'Объявление: <b>Сбор &amp; чай</b>')
    await happen('lesson-published', 'Новый урок <b>«Шрифт»</b>')
    await happen('lesson-published', 'Новый урок <b>«Цвет»</b>')
    await happen('task-like', 'Нравится')
    await runEffects()
    expect(mail.received).toHaveLength(1)
    expect(mail.received[0]?.to).toBe(student.user.email)
    expect(mail.received[0]?.text).toContain('Объявление: Сбор & чай')
    expect(mail.received[0]?.text).not.toContain('Шрифт')
    await passTime()
    await passTime()
    expect(mail.received).toHaveLength(2)
    const digest = mail.received[1]?.text
    expect(digest).toMatch(/— Новый урок «Шрифт»[\s\S]*— Новый урок «Цвет»/)
    expect(digest).not.toContain('Сбор')
  })

  it('leave out an announcement that is not for its reader by then', async () => {
    const curator = await signedIn({ role: 'curator' })
    const course = await buildCourse(db, { students: [student.id] })
    await choose({ kinds: { announcement: channels('daily') } })
    const body = { title: 'Итоги совета', to: { course_ids: [course.id] } }
    expect((await call('POST', '/api/announcements', { token: curator.token, body })).status).toBe(201)
    await runEffects()
    await db.execute(sql`delete from course_students where user_id = ${student.id}`)
    await passTime()
    expect(mail.received).toEqual([])
  })

  it('leave out new lessons that their reader cannot open by then', async () => {
    const course = await buildCourse(db, { students: [student.id] })
    const opened = async (name: string) => {
      const lesson = await buildLesson(db, { course_id: course.id, name })
      const news = { type: 'lesson-published' as const, title: `Новый урок «${name}»`, lesson_id: lesson.id }
      await db.transaction((tx) => insertNotifications(tx, [student.id], news))
      return lesson.id
    }
    await choose({ kinds: { 'lesson-published': channels('daily') } })
    await opened('Открытый')
    await updateLesson(db, await opened('Закрытый'), { status: 'draft' })
    await updateLesson(db, await opened('Удалённый'), { deleted_at: new Date().toISOString() })
    await passTime()
    expect(mail.received.map(({ text }) => text.match(/(Открытый|Закрытый|Удалённый)»/g))).toEqual([['Открытый»']])
    await opened('Покинутый')
    await setStudents(db, course.id, [])
    await passTime()
    expect(mail.received).toHaveLength(1)
  })

  it('show an announcement with its lines and links, and lead to a certificate', async () => {
    await db.transaction((tx) =>
      insertNotifications(tx, [student.id], {
        type: 'certificate-issued',
        title: 'Вы прошли курс <b>«Сетки»</b>: <a href="/certificates/1AB">вот ваш сертификат</a>',
        place: '1AB',
      }),
    )
    await passTime()
    expect(mail.received.at(-1)?.text).toContain('Вы прошли курс «Сетки»: вот ваш сертификат.')
    expect(mail.received.at(-1)?.text).toContain('https://school.example/certificates/1AB')

    const curator = await signedIn({ role: 'curator' })
    const content = '<p>Скоро каникулы.</p><ul><li>раз</li><li><a href="/calendar">расписание</a></li></ul>'
    const body = { title: 'Каникулы', content, to: { roles: ['student'] } }
    const { status } = await call('POST', '/api/announcements', { token: curator.token, body })
    expect(status).toBe(201)
    await runEffects()
    await passTime()
    expect(mail.received.findLast(({ to }) => to === student.user.email)?.text.replaceAll('\r', '')).toContain(
      'Скоро каникулы.\n\n— раз\n— расписание (https://school.example/calendar)',
    )
  })

  it('leave out what was read or is no longer wanted, and wait for the end of quiet hours', async () => {
    await happen('lesson-published', 'Прочитанное')
    await db.execute(sql`update notifications set read_at = now()`)
    await happen('announcement', 'Ненужное')
    await happen('task-returned', 'Работа вернулась')
    const minutes = (shift: number) => new Date(Date.now() + shift * minuteMs).toISOString().slice(11, 16)
    await choose({
      kinds: { announcement: channels('off') },
      time_zone: 'UTC',
      quiet: { from: minutes(-5), to: minutes(60) },
    })
    await passTime()
    expect(mail.received).toEqual([])
    await choose({ quiet: null })
    await passTime()
    expect(mail.received.map(({ text }) => text.match(/Прочитанное|Ненужное|вернулась/g))).toEqual([['вернулась']])
  })

  it('that a clock ahead has dated are sent once it is right again', async () => {
    await happen('task-returned', 'Сразу')
    await choose({ kinds: { 'task-like': channels('daily') } })
    await happen('task-like', 'Сводкой')
    await db.execute(sql`update notification_deliveries
      set created_at = created_at + interval '30 days', due_at = due_at + interval '30 days'`)
    await runEffects()
    expect(mail.received).toEqual([])
    await redateDeliveries(db)
    // due as long after its moment as the site had taken to plan it
    const sent = async () => {
      await runEffects()
      return mail.received.map(({ text }) => text)
    }
    await expect.poll(sent).toEqual([expect.stringContaining('Сразу')])
    const wait = sql`select due_at <= now() + interval '1 day' as soon from notification_deliveries`
    expect((await db.execute(wait)).rows).toEqual([{ soon: true }])

    // failed and postponed at that time
    await db.execute(sql`update notification_deliveries set attempts = 1, due_at = now() + interval '2 days'`)
    await redateDeliveries(db)
    await runEffects()
    expect(mail.received).toHaveLength(2)
  })

  it('are for a confirmed address alone', async () => {
    student = await signedIn({ email_confirmed_at: null })
    await happen('announcement', 'Объявление')
    await runEffects()
    expect(mail.received).toEqual([])
    expect((await settings()).email.state).toBe('unconfirmed')
  })

  test('stop at one click, signed out, and every other link is dead', async () => {
    await happen('announcement', 'Объявление')
    await runEffects()
    const { headers } = mail.received[0] as (typeof mail.received)[number]
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(stopAddress()).toMatch(/^https:\/\/school\.example\/unsubscribe\//)
    const { pathname } = new URL(stopAddress())
    const page = await call('GET', `/api${pathname}`)
    expect(page.body).toEqual({ email: expect.stringMatching(/^.…@/), stopped: false })
    expect((await call('POST', `${pathname}x`)).status).toBe(404)
    const stopped = await call('POST', pathname, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(stopped.status).toBe(204)
    expect((await call('GET', `/api${pathname}`)).body.stopped).toBe(true)
    await happen('announcement', 'Ещё одно')
    await passTime()
    expect(mail.received).toHaveLength(1)
  })

  test('stay stopped for a kind that is newer than that', async () => {
    await happen('announcement', 'Объявление')
    await runEffects()
    const { pathname } = new URL(stopAddress())
    expect((await call('POST', pathname)).status).toBe(204)
    await db.execute(sql`update notification_settings set kinds = kinds - 'document-term'`)
    expect((await call('GET', `/api${pathname}`)).body.stopped).toBe(true)
    await choose({ kinds: { announcement: channels('now') } })
    await happen('document-term', 'Срок документа')
    await passTime()
    expect(mail.received).toHaveLength(1)
  })

  test('are not stopped by choosing kinds of two roles, one after the other', async () => {
    const chosen = { 'task-like': channels('off'), 'user-registered': channels('off') }
    await db.execute(sql`
      insert into notification_settings (user_id, kinds) values (${student.id}, ${JSON.stringify(chosen)}::jsonb)`)
    await happen('announcement', 'Объявление')
    await runEffects()
    expect(mail.received).toHaveLength(1)
  })

  test('of a child without an address name the parent whom they reach', async () => {
    await db.execute(sql`update users set email = null where id = ${student.id}`)
    await addGuardian(db, student.id, { name: 'Ольга Ким', email: 'olga@school.example' })
    await happen('announcement', 'Объявление')
    await runEffects()
    expect(mail.received.map(({ to }) => to)).toEqual(['olga@school.example'])
    const page = await call('GET', `/api${new URL(stopAddress()).pathname}`)
    expect(page.body).toEqual({ email: 'o…@school.example', stopped: false })
  })

  test('list fifty events, and say how many more there are', async () => {
    await choose({ kinds: { 'task-like': channels('now') } })
    const rows = Array.from({ length: 51 }, (_, number) => ({ user_id: student.id, same_as: `like:${number}` }))
    await db.transaction((tx) =>
      insertOwnNotifications(
        tx,
        'task-like',
        rows.map((row) => ({ ...row, title: 'Работа' })),
      ),
    )
    await runEffects()
    expect(mail.received[0]?.text).toContain('И ещё 1 — на сайте:')
  })

  it('have no half of a character in a long subject', async () => {
    await happen('announcement', `Объявление: ${'🎉'.repeat(90)}`)
    await runEffects()
    const encoded = mail.received[0]?.headers.subject?.match(/(?<=\?B\?)[^?]+/g) ?? []
    const subject = Buffer.concat(encoded.map((word) => Buffer.from(word, 'base64'))).toString()
    expect(subject).toMatch(/^Практика: Объявление: (🎉)+…$/u)
  })

  test('stop for an address that the mail server refuses, until it is confirmed again', async () => {
    mail.refused.add(student.user.email)
    await happen('announcement', 'Объявление')
    await runEffects()
    expect((await settings()).email.state).toBe('bounced')
    mail.refused.clear()
    await happen('announcement', 'Ещё одно')
    await passTime()
    expect(mail.received).toEqual([])
    expect((await call('POST', '/api/auth/confirmation-letter', { token: student.token })).status).toBe(204)
    await runEffects()
    const token = /confirm-email\/(\S+)/.exec(mail.received[0]?.text ?? '')?.[1]
    expect((await call('POST', '/api/auth/confirm-email', { body: { token } })).status).toBe(200)
    expect((await settings()).email.state).toBe('fine')
    await happen('announcement', 'Третье')
    await runEffects()
    expect(mail.received).toHaveLength(2)
  })
})
