import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { freePort } from '#server/testing/free-port.ts'
import { postSafely } from '#server/webhooks/post-safely.ts'
import { deleteOldDeliveries } from '#server/webhooks/webhooks.repo.ts'

const { db, config, call, signedIn, runEffects } = await testApp()
config.webhooksToLoopback = true
const [curator, teacher, student] = await Promise.all([
  signedIn({ role: 'curator' }),
  signedIn({ role: 'teacher' }),
  signedIn(),
])

/** Another program, which answers with `status`. */
const program = {
  status: 200,
  ready: Promise.resolve(),
  received: [] as { headers: Record<string, unknown>; body: string }[],
}
const server = createServer(async (request, response) => {
  program.received.push({ headers: request.headers, body: await text(request) })
  await program.ready
  const switched = program.status === 101 ? { connection: 'Upgrade', upgrade: 'other' } : {}
  response.writeHead(program.status, { location: '/elsewhere', ...switched }).end('x'.repeat(100_000))
})
await once(server.listen(0, '127.0.0.1'), 'listening')
afterAll(() => server.close())
const url = `http://localhost:${(server.address() as AddressInfo).port}/praktika`

const events = ['course-finished', 'person-enrolled', 'task-reviewed', 'task-submitted']
const create = (changed: object = {}) =>
  call('POST', '/api/webhooks', { ...curator, body: { name: 'Журнал', url, events, ...changed } })
const logOf = async (id: number) => (await call('GET', `/api/webhooks/${id}/deliveries`, curator)).body.deliveries
/** Carries out every effect, whenever it is due. */
const tryAll = async () => {
  await db.execute(sql`update effects set visible_at = now()`)
  await runEffects()
}
const bodies = () => program.received.map(({ body }) => JSON.parse(body))

beforeEach(async () => {
  await empty(db, 'webhooks', 'effects')
  Object.assign(program, { status: 200, ready: Promise.resolve(), received: [] })
  config.webhooksToLoopback = true
})

describe('a message to another program', () => {
  it('is signed with the secret that was shown once', async () => {
    const { status, body: made } = await create()
    expect(status).toBe(201)
    expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const { id } = made.webhook
    expect((await call('POST', `/api/webhooks/${id}/ping`, curator)).status).toBe(204)
    await runEffects()
    const [{ headers, body }] = program.received as [(typeof program.received)[number]]
    const key = Buffer.from(made.secret.slice('whsec_'.length), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(JSON.parse(body)).toEqual({ type: 'ping', timestamp: expect.stringMatching(/Z$/), data: {} })
    expect(await logOf(id)).toMatchObject([
      { event: 'ping', status: 'delivered', attempts: 1, http_status: 200, error: null },
    ])
    const { body: listed } = await call('GET', '/api/webhooks', curator)
    expect(listed.webhooks).toMatchObject([{ id, url, events, last: { status: 'delivered' } }])
    expect(JSON.stringify(listed)).not.toContain(made.secret.slice(6, 20))
  })

  it('follows a hand-in, a verdict, an enrolment and the end of a course, with ids alone', async () => {
    await create()
    const course = await buildCourse(db, { teachers: [teacher.id] })
    const lesson = await buildLesson(db, { course_id: course.id })
    const assignment = await buildAssignment(db, { lesson_id: lesson.id })
    const enrolled = await call('PUT', `/api/courses/${course.id}/students`, {
      ...teacher,
      body: { user_ids: [student.id] },
    })
    expect(enrolled.status).toBe(200)
    const task = await buildTask(db, {
      assignment_id: assignment.id,
      students: [student.id],
      status: 'draft',
      draft: '<p>Готово</p>',
    })
    const submitted = await call('POST', `/api/tasks/${task.id}/submit`, {
      ...student,
      headers: { 'idempotency-key': 'webhook' },
    })
    expect(submitted).toMatchObject({ status: 200 })
    await runEffects()
    const review = { verdict: 'accepted', attempt: 1, comment: 'Спасибо' }
    expect((await call('POST', `/api/tasks/${task.id}/review`, { ...teacher, body: review })).status).toBeLessThan(300)
    await runEffects()
    // the verdict can still be taken back
    expect(bodies().map(({ type }) => type)).toEqual(['person-enrolled', 'task-submitted'])
    await tryAll()
    const user_id = student.id
    expect(bodies().map(({ type, data }) => [type, data])).toEqual([
      ['person-enrolled', { course_id: course.id, user_id }],
      ['task-submitted', { task_id: task.id, attempt: 1, user_id }],
      ['task-reviewed', { task_id: task.id, attempt: 1, verdict: 'accepted', user_ids: [user_id] }],
      ['course-finished', { course_id: course.id, user_id, certificate: expect.any(String) }],
    ])
  })

  it('lets nobody wait for the other program', async () => {
    const { id } = (await create()).body.webhook
    await call('POST', `/api/webhooks/${id}/ping`, curator)
    const { promise, resolve } = Promise.withResolvers<void>()
    program.ready = promise
    const running = runEffects()
    await expect.poll(() => program.received).toHaveLength(1)
    const course = await buildCourse(db)
    const enrolled = call('PUT', `/api/courses/${course.id}/students`, { ...curator, body: { user_ids: [student.id] } })
    expect((await enrolled).status).toBe(200)
    expect(program.received).toHaveLength(1)
    resolve()
    await running
    expect(await logOf(id)).toContainEqual(expect.objectContaining({ event: 'ping', status: 'delivered' }))
  })

  it('is about chosen events alone', async () => {
    await create({ events: ['course-finished'] })
    const course = await buildCourse(db)
    await call('PUT', `/api/courses/${course.id}/students`, { ...curator, body: { user_ids: [student.id] } })
    await tryAll()
    expect(bodies()).toEqual([])
  })

  it('is tried again after growing pauses, the same each time, then given up until a curator repeats it', async () => {
    const { id } = (await create()).body.webhook
    program.status = 500
    await call('POST', `/api/webhooks/${id}/ping`, curator)
    await call('POST', `/api/webhooks/${id}/ping`, curator)
    await runEffects()
    // the second message waits: a program that is down delays nothing else
    expect(program.received).toHaveLength(1)
    const [second, first] = await logOf(id)
    expect([second.attempts, first]).toEqual([
      0,
      expect.objectContaining({ status: 'waiting', attempts: 1, http_status: 500, error: 'bad-status' }),
    ])
    const repeat = () => call('POST', `/api/webhooks/${id}/deliveries/${first.id}/repeat`, curator)
    expect((await repeat()).status).toBe(409)
    for (let nth = 0; nth < 20; nth += 1) await tryAll()
    expect((await logOf(id)).map(({ status, attempts }: typeof first) => [status, attempts])).toEqual([
      ['failed', 8],
      ['failed', 8],
    ])
    expect(new Set(program.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    program.status = 204
    expect((await repeat()).status).toBe(204)
    await runEffects()
    expect((await logOf(id))[1]).toMatchObject({ status: 'delivered', attempts: 1, error: null })
    expect((await call('POST', `/api/webhooks/${id}/deliveries/9999999/repeat`, curator)).status).toBe(404)
  })

  it('follows no redirect', async () => {
    const { id } = (await create()).body.webhook
    program.status = 307
    await call('POST', `/api/webhooks/${id}/ping`, curator)
    await runEffects()
    expect(program.received).toHaveLength(1)
    expect((await logOf(id))[0]).toMatchObject({ http_status: 307, error: 'bad-status' })
  })

  it('is over when the program switches to another protocol', async () => {
    const { id } = (await create()).body.webhook
    program.status = 101
    await call('POST', `/api/webhooks/${id}/ping`, curator)
    await runEffects()
    expect((await logOf(id))[0]).toMatchObject({ status: 'waiting', http_status: null, error: 'no-connection' })
  })

  it('is not sent into a private network, whatever a name resolves to at that moment', async () => {
    const { id } = (await create()).body.webhook
    config.webhooksToLoopback = false
    // a secure address whose name leads to this machine
    await db.execute(sql`update webhooks set url = ${url.replace('http:', 'https:')}`)
    await call('POST', `/api/webhooks/${id}/ping`, curator)
    await runEffects()
    expect(program.received).toEqual([])
    expect((await logOf(id))[0]).toMatchObject({ status: 'waiting', http_status: null, error: 'private-address' })
  })

  it('is deleted with its address, or after a month', async () => {
    const { id } = (await create()).body.webhook
    await call('POST', `/api/webhooks/${id}/ping`, curator)
    await db.execute(sql`update webhook_deliveries set created_at = now() - interval '31 days'`)
    await deleteOldDeliveries(db)
    expect(await logOf(id)).toEqual([])
    await call('POST', `/api/webhooks/${id}/ping`, curator)
    expect((await call('DELETE', `/api/webhooks/${id}`, curator)).status).toBe(204)
    await tryAll()
    expect(bodies()).toEqual([])
    const { entries } = (await call('GET', '/api/audit', curator)).body
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'webhook-removed', object: { name: 'Сообщения программам' }, before: { webhook: id } },
      { kind: 'webhook-created', after: { webhook: id, events } },
    ])
  })
})

describe('an address', () => {
  it.each([
    ['http://journal.example/', 'insecure'],
    ['https://user:secret@journal.example/', 'with a password'],
    ['https://127.0.0.1/', 'loopback'],
    ['https://2130706433/', 'loopback as a number'],
    ['https://0x7f.1/', 'loopback in parts'],
    ['https://10.1.2.3/', 'private'],
    ['https://172.16.0.1/', 'private'],
    ['https://192.168.1.1/', 'private'],
    ['https://100.64.0.1/', 'of a provider'],
    ['https://169.254.169.254/latest', 'of a cloud machine'],
    ['https://0.0.0.0/', 'of no machine'],
    ['https://[::1]/', 'loopback'],
    ['https://[::ffff:10.0.0.1]/', 'private within IPv6'],
    ['https://[fd00::1]/', 'private'],
    ['https://[fe80::1]/', 'of the link'],
    ['https://[64:ff9b::a00:1]/', 'translated'],
    ['ftp://journal.example/', 'no web address'],
    ['journal', 'none'],
  ])('%s is refused: %s', async (bad) => {
    config.webhooksToLoopback = false
    const { status, body } = await create({ url: bad })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['url']])
    if (URL.canParse(bad) && bad.startsWith('https') && !bad.includes('@')) {
      const sent = await postSafely(new URL(bad), { body: '{}', headers: {}, loopback: false, outgoing: config })
      expect(sent).toEqual({ http_status: null, error: 'private-address' })
    }
  })

  it('is one that the database can store', async () => {
    const { status, body } = await create({ url: 'https://journal.example/\u0000' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['url']])
  })

  it('needs a name, events and a fresh password', async () => {
    for (const [changed, field] of [
      [{ name: '' }, 'name'],
      [{ events: [] }, 'events'],
      [{ events: ['everything'] }, 'events.0'],
    ] as const) {
      const { status, body } = await create(changed)
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    }
    const old = await signedIn({ role: 'curator' })
    await db.execute(sql`update sessions set password_at = now() - interval '16 minutes' where user_id = ${old.id}`)
    expect((await call('POST', '/api/webhooks', { ...old, body: {} })).body.type).toMatch(/password-needed$/)
  })

  it('that nothing listens on, or whose name does not exist, is reported so', async () => {
    const send = (to: string) => postSafely(new URL(to), { body: '{}', headers: {}, loopback: true, outgoing: config })
    expect(await send(`http://127.0.0.1:${await freePort()}`)).toEqual({ http_status: null, error: 'no-connection' })
    expect(await send('https://nobody.invalid/')).toEqual({ http_status: null, error: 'no-address' })
  })
})
