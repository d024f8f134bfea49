import { sql } from 'drizzle-orm'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { doOnce } from '#server/repeats/do-once.ts'
import { claimCall, deleteOldCalls } from '#server/repeats/done-calls.repo.ts'
import { idOfCall } from '#server/repeats/seal-result.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'

const { db, call, signedIn } = await testApp()
const [teacher, colleague] = await Promise.all([signedIn({ role: 'teacher' }), signedIn({ role: 'teacher' })])
const course = await buildCourse(db, { teachers: [teacher.id, colleague.id] })

beforeEach(() => empty(db, 'saved_comments', 'done_calls'))

const key = 'a-key-of-the-caller'
const save = (text: string, who = teacher, sent: string = key, headers: object = {}) =>
  call('POST', '/api/saved-comments', {
    token: who.token,
    body: { text, course_id: course.id },
    headers: { 'idempotency-key': sent, ...headers },
  })

const countSaved = async () => Number((await db.execute(sql`select count(*) from saved_comments`)).rows[0]?.count)
const countKept = async () => Number((await db.execute(sql`select count(*) from done_calls`)).rows[0]?.count)

it('does a repeated call once, and returns the first response', async () => {
  const first = await save('Подпишите оси')
  const repeat = await save('Подпишите оси')
  expect([repeat.status, repeat.body]).toEqual([201, first.body])
  expect(await countSaved()).toBe(1)

  const path = `/api/saved-comments/${first.body.comment.id}`
  const remove = () =>
    call('DELETE', path, { token: teacher.token, headers: { 'idempotency-key': 'another-key-of-theirs' } })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
})

it('gives its result to a call that is only a repeat, and does nothing for one that is none', async () => {
  const ask = (sent = key) => save('Подпишите оси', teacher, sent, { 'repeat-only': '1' })
  const first = await save('Подпишите оси')
  expect(await ask()).toMatchObject({ status: 201, body: first.body })
  expect(await countSaved()).toBe(1)
  const later = 'a-later-key-of-the-caller'
  expect([(await ask(later)).status, (await ask(later)).status]).toEqual([404, 404])
  // the first call was still on its way: its caller has given it up
  expect((await save('Подпишите оси', teacher, later)).status).toBe(409)
  expect(await countSaved()).toBe(1)
})

it('lets repeats wait for the first call', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => save('Подпишите оси')))
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.comment.id}`)).size).toBe(1)
  expect(await countSaved()).toBe(1)
})

it('does what differs in the key, the caller, the address or the body, and what has no key of 16 characters', async () => {
  const responses = [
    await save('Подпишите оси'),
    await save('Подпишите оси', teacher, 'another-key-of-theirs'),
    await save('Подпишите оси', colleague),
    await save('Подпишите ось'),
    await call('POST', '/api/saved-comments', { token: teacher.token, body: { text: 'Без ключа' } }),
    await save('Короткий', teacher, 'short'),
    await save('Короткий', teacher, 'short'),
  ]
  expect(new Set(responses.map(({ body }) => body.comment.id)).size).toBe(7)
})

it('does again what was refused or has failed', async () => {
  expect((await save('')).status).toBe(422)
  expect((await save('')).status).toBe(422)
  expect(await countKept()).toBe(0)
  const once = (work: () => Promise<string>) => doOnce(db, [teacher.id, 'POST /api/x', null], key, work)
  await expect(once(() => Promise.reject(new Error('the database is away')))).rejects.toThrow('away')
  expect(await once(async () => 'done')).toBe('done')
  expect(await once(async () => 'done twice')).toBe('done')
})

it('takes over from a process that has died while the clock was ahead', async () => {
  const id = Buffer.from('call')
  await claimCall(db, id)
  await db.execute(sql`update done_calls set started_at = now() + interval '1 day'`)
  expect(await claimCall(db, id)).toBe(true)
})

it('takes over from a process that has died, and forgets after an hour', async () => {
  const id = Buffer.from('call')
  expect(await claimCall(db, id)).toBe(true)
  expect(await claimCall(db, id)).toBe(false)
  await db.execute(sql`update done_calls set started_at = now() - interval '61 seconds'`)
  expect(await claimCall(db, id)).toBe(true)
  expect(await claimCall(db, id)).toBe(false)
  await deleteOldCalls(db)
  expect(await countKept()).toBe(1)
  await db.execute(sql`update done_calls set started_at = now() - interval '61 minutes'`)
  await deleteOldCalls(db)
  expect(await countKept()).toBe(0)
})

it('does not take over from a process that is at work for longer than a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let end = (_result: string) => {}
  const call = [teacher.id, 'POST /api/long', null] as const
  const done = doOnce(db, call, key, () => new Promise<string>((resolve) => (end = resolve)))
  const id = idOfCall([...call, key])
  await expect.poll(() => countKept()).toBe(1)
  await db.execute(sql`update done_calls set started_at = now() - interval '61 seconds'`)
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(20_000)
  const isFresh = async () => {
    const { rows } = await db.execute(sql`select started_at > now() - interval '30 seconds' as fresh from done_calls`)
    return rows[0]?.fresh
  }
  await expect.poll(isFresh).toBe(true)
  expect(await claimCall(db, id)).toBe(false)
  end('done')
  expect(await done).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})

it('keeps results so that only the caller’s key opens them', async () => {
  await save('Секретное слово')
  const { rows } = await db.execute<{ text: string }>(
    sql`select encode(id, 'escape') || ' ' || encode(result, 'escape') as text from done_calls`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(Buffer.from('Секретное').toString('latin1'))
  expect(rows[0]?.text).not.toMatch(new RegExp(`text|comment|${key}`))
})

it('does what a guest can do once only once, for who has the key alone', async () => {
  const register = (changes: object = {}, sent: string = key) =>
    call('POST', '/api/auth/register', {
      body: {
        name: 'Анна',
        surname: 'Ёлкина',
        email: 'lost@school.example',
        password: 'a long password',
        consent: true,
        ...changes,
      },
      headers: { 'idempotency-key': sent },
    })
  const first = await register()
  const repeat = await register()
  expect([repeat.status, repeat.body]).toEqual([201, first.body])
  const token = repeat.body.access_token
  expect((await call('GET', '/api/auth/user', { token })).body.user.id).toBe(first.body.user.id)
  const { rows } = await db.execute<{ text: string }>(sql`select encode(result, 'escape') as text from done_calls`)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(token)

  for (const other of [
    await register({}, 'another-key-of-theirs'),
    await register({ password: 'another long password' }),
    await register({}, 'short'),
  ])
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['email']])
  expect(await countKept()).toBe(1)
})

it('refuses a key that is too long', async () => {
  const response = await save('Подпишите оси', teacher, 'k'.repeat(201))
  expect([response.status, response.body.errors]).toEqual([
    422,
    { 'idempotency-key': ['Ключ запроса: не больше 200 символов.'] },
  ])
  expect(await countSaved()).toBe(0)
})
