import { isNotNull, sql } from 'drizzle-orm'
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { ltiScopes } from '#contract/lti/lti-limits.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { allShares, buildLink } from '#server/lti/lti.factory.ts'
import { ltiKeys, ltiResults } from '#server/lti/lti.table.ts'
import { deleteExpiredLtiAccess } from '#server/lti/lti-access.repo.ts'
import { startTool } from '#server/lti/real-tool.fixture.ts'
import { signAssertion, tokenRequest } from '#server/lti/token-request.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { freePort } from '#server/testing/free-port.ts'

const port = await freePort()
const { app, db, config, call, signedIn, runEffects } = await testApp({
  env: { PORT: String(port), LTI_LOCAL_TOOLS: 'true' },
})
const tool = await startTool()
afterAll(tool.stop)
// a real tool asks over the network
beforeAll(async () => void (await app.listen({ port, host: '127.0.0.1' })))

const [curator, teacher, student] = [
  await signedIn({ role: 'curator' }),
  await signedIn({ role: 'teacher' }),
  await signedIn({ name: 'Анна', surname: 'Ёлкина' }),
]

beforeEach(async () => {
  await empty(db, 'lti_tools', 'throttle_hits')
  tool.failures.length = 0
  tool.sessions.length = 0
})

const register = async (changed: object = {}) => {
  const body = { ...tool.registration, ...changed }
  const made = await call('POST', '/api/lti/tools', { ...curator, body })
  expect(made.status).toBe(201)
  const { platform } = (await call('GET', '/api/lti/tools', curator)).body
  tool.register(made.body.tool.client_id, platform)
  return made.body.tool as { id: number; client_id: string }
}

/** A course with a lesson that has the tool. */
const school = async ({ registration = {}, link = {} }: { registration?: object; link?: object } = {}) => {
  const registered = await register(registration)
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const body = { tool_id: registered.id, title: 'Сетки', custom: { topic: 'Сетки' }, max_points: 20, in_journal: true }
  const made = await call('POST', `/api/lessons/${lesson.id}/lti`, { ...teacher, body: { ...body, ...link } })
  expect(made.status).toBe(201)
  return { registered, course, lesson, link: made.body.link as { id: number } }
}

/** Follows a launch as a browser does, up to the request of the tool. */
const begin = async (linkId: number, person = student) => {
  const { status, body } = await call('POST', `/api/lti/links/${linkId}/launch`, {
    ...person,
    body: { target: 'window', consent: allShares },
  })
  expect(status).toBe(200)
  const login = await fetch(body.url, { redirect: 'manual' })
  return new URL(login.headers.get('location') ?? '')
}

const fieldsOf = (html: string) =>
  Object.fromEntries([...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])) as {
    id_token: string
    state: string
  }
const authorize = (asked: URL) => call('GET', asked.pathname + asked.search)
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Sends the signed message to the tool, and returns what it answers. */
const finish = async (asked: URL) => {
  const page = await authorize(asked)
  const sent = await fetch(`${tool.origin}/launch`, { method: 'POST', body: new URLSearchParams(fieldsOf(page.body)) })
  expect(tool.failures).toEqual([])
  return { page, html: await sent.text() }
}

const own = async (lessonId: number, person = student) =>
  (await call('GET', `/api/lessons/${lessonId}/lti`, person)).body.links[0].state

describe('a launch', () => {
  it('opens the tool in a lesson for a student, whose grade comes back into lesson and journal', async () => {
    const { course, lesson, link } = await school()
    const { page, html } = await finish(await begin(link.id))
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['content-security-policy']).toContain(`form-action ${tool.origin}`)
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(html).toContain('Анна Ёлкина')
    expect(html).toContain('Тема: Сетки')
    const [session] = tool.sessions
    expect(session).toMatchObject({ isStudent: true, isInstructor: false, isAssignmentAndGradesAvailable: true })
    expect(await own(lesson.id)).toBeNull()
    const form = new URLSearchParams({ session: session?.id ?? '' })
    await fetch(`${tool.origin}/finish`, { method: 'POST', body: form })
    expect(tool.failures).toEqual([])
    expect(await own(lesson.id)).toMatchObject({ completed: true, points: 16, comment: 'Хорошая работа' })
    expect((await call('GET', `/api/lessons/${lesson.id}`, student)).body.lesson).toMatchObject({
      lti: true,
      read: true,
    })
    const { results } = (await call('GET', `/api/lti/links/${link.id}/results`, teacher)).body
    expect(results).toMatchObject([{ points: 16, user: { id: student.id } }])
    await runEffects()
    const { certificates } = (await call('GET', `/api/users/${student.id}/certificates`, student)).body
    expect(certificates).toMatchObject([{ course_id: course.id }])
    const { journal } = (await call('GET', `/api/courses/${course.id}/journal`, teacher)).body
    expect(journal.quizzes).toMatchObject([{ kind: 'tool', id: link.id, title: 'Сетки', max_points: 20 }])
    expect(journal.rows[0]).toMatchObject({ quizzes: [{ quiz_id: link.id, points: 16, max_points: 20 }], average: 80 })
  })

  it('gives the tool a random sign alone, unless curators have allowed more', async () => {
    const { link, registered } = await school({ registration: { shares_name: false, shares_email: false } })
    const { id_token, state } = fieldsOf((await authorize(await begin(link.id))).body)
    const claims = claimsOf(id_token)
    expect(state).not.toBe('')
    expect(claims).toMatchObject({ iss: config.publicUrl, aud: registered.client_id, exp: claims.iat + 300 })
    expect(claims.sub).toMatch(/^[\da-f-]{36}$/)
    expect(Object.keys(claims)).not.toEqual(expect.arrayContaining(['name']))
    expect(JSON.stringify(claims)).not.toMatch(/Анна|Ёлкина|@/)
    const other = await school({ registration: { name: 'Второй', shares_name: false, shares_email: false } })
    const again = claimsOf(fieldsOf((await authorize(await begin(link.id))).body).id_token)
    const elsewhere = claimsOf(fieldsOf((await authorize(await begin(other.link.id))).body).id_token)
    expect([again.sub === claims.sub, elsewhere.sub === claims.sub]).toEqual([true, false])
  })

  it('is good once', async () => {
    const { link } = await school()
    const asked = await begin(link.id)
    expect((await authorize(asked)).status).toBe(200)
    const replayed = await authorize(asked)
    expect(replayed.status).toBe(400)
    expect(replayed.body).toContain('открывает инструмент один раз')
    expect(replayed.body).not.toContain('id_token')
    const twice = await begin(link.id)
    const statuses = (await Promise.all([authorize(twice), authorize(twice)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400])
  })

  it.each([
    ['another address', { redirect_uri: 'https://evil.example/launch' }, /нет в его настройках/],
    ['the right address with something behind it', { redirect_uri: `${tool.origin}/launch?x=1` }, /нет в его/],
    ['another tool', { client_id: 'other' }, /один раз/],
    ['another person', { login_hint: 'other' }, /один раз/],
    ['an unknown launch', { lti_message_hint: 'a'.repeat(43) }, /один раз/],
    ['a code instead of a message', { response_type: 'code' }, /не понимает/],
    ['the message in the address', { response_mode: 'query' }, /не понимает/],
    ['no nonce', { nonce: '' }, /не понимает/],
    ['another scope', { scope: 'profile' }, /не понимает/],
  ])('is refused for %s, and still open then', async (_name, changed, sentence) => {
    const { link } = await school()
    const asked = await begin(link.id)
    const wrong = new URL(asked)
    for (const [name, value] of Object.entries(changed)) wrong.searchParams.set(name, value)
    const refused = await authorize(wrong)
    expect(refused.status).toBe(400)
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(refused.body).toMatch(sentence)
    expect((await authorize(asked)).status).toBe(200)
  })

  it('ends when the person leaves the course, or the school removes the tool', async () => {
    const { link, course, registered } = await school()
    const asked = await begin(link.id)
    await call('PUT', `/api/courses/${course.id}/students`, { ...teacher, body: { user_ids: [] } })
    expect((await authorize(asked)).body).toContain('не открыть')
    await call('PUT', `/api/courses/${course.id}/students`, { ...teacher, body: { user_ids: [student.id] } })
    const next = await begin(link.id)
    expect((await call('DELETE', `/api/lti/tools/${registered.id}`, curator)).status).toBe(204)
    expect((await authorize(next)).status).toBe(400)
    const refused = await call('POST', `/api/lti/links/${link.id}/launch`, { ...student, body: { target: 'frame' } })
    expect(refused.status).toBe(409)
  })

  it('in the lesson is opened in a page that shows the tool and nothing else', async () => {
    const { link } = await school()
    const { url } = (
      await call('POST', `/api/lti/links/${link.id}/launch`, {
        ...student,
        body: { target: 'frame', consent: allShares },
      })
    ).body
    const page = await call('GET', url)
    expect(page.status).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`frame-src 'self' ${tool.origin}`)
    expect(page.headers['x-frame-options']).toBeUndefined()
    expect(page.body).toContain(`<iframe src="${tool.origin}/login?`)
    expect(page.body).not.toContain('allow-top-navigation')
    const lesson = await call('GET', '/api/health')
    expect(lesson.headers['content-security-policy']).not.toContain(tool.origin)
    expect((await call('GET', `/api/lti/frames/${'a'.repeat(43)}`)).status).toBe(404)
  })
})

const assertionOf = (
  clientId: string,
  { claims, key = tool.privateKey }: { claims?: JWTPayload; key?: CryptoKey } = {},
) => signAssertion(config, clientId, { key, ...(claims && { claims }) })
const ask = (assertion: string, scope: string = ltiScopes.scores) =>
  call('POST', '/api/lti/token', tokenRequest(assertion, scope))

describe('a token', () => {
  it('is for what tools may do, whatever else they ask for', async () => {
    const { client_id } = await register()
    const lineItem = 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem'
    const { status, body } = await ask(await assertionOf(client_id), `${lineItem} ${ltiScopes.scores}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: ltiScopes.scores })
    const refused = await ask(await assertionOf(client_id), lineItem)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope'])
  })

  it('is not given twice for one assertion, nor for one that is forged or meant otherwise', async () => {
    const { client_id } = await register()
    const assertion = await assertionOf(client_id)
    expect((await ask(assertion)).status).toBe(200)
    const forger = (await crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
      true,
      ['sign', 'verify'],
    )) as CryptoKeyPair
    const now = Math.floor(Date.now() / 1000)
    const wrong = {
      replayed: assertion,
      forged: await assertionOf(client_id, { key: forger.privateKey }),
      'for another site': await assertionOf(client_id, { claims: { aud: 'https://other.example/token' } }),
      'about another tool': await assertionOf(client_id, { claims: { sub: 'other' } }),
      expired: await assertionOf(client_id, { claims: { iat: now - 900, exp: now - 600 } }),
      'for ever': await assertionOf(client_id, { claims: { exp: now + 10 * 365 * 86_400 } }),
      'without a number': await assertionOf(client_id, { claims: { jti: '' } }),
      unsigned: `${btoa('{"alg":"none"}')}.${assertion.split('.')[1]}.`,
      'from nobody': await assertionOf('nobody'),
      nonsense: 'x.y.z',
    }
    for (const [name, value] of Object.entries(wrong)) {
      const { status, body } = await ask(value)
      expect([name, status, body.error]).toEqual([name, 401, 'invalid_client'])
    }
  })
})

describe('a score', () => {
  const moment = (minutes = 0) => new Date(Date.now() + minutes * minuteMs).toISOString()
  const prepare = async () => {
    const made = await school()
    await finish(await begin(made.link.id))
    const userId = tool.sessions[0]?.user.id
    const tokenFor = async (scope: string) =>
      (await ask(await assertionOf(made.registered.client_id), scope)).body.access_token as string
    const token = await tokenFor(ltiScopes.scores)
    const score = (changed: object = {}, used = token, linkId = made.link.id) =>
      call('POST', `/api/lti/lineitems/${linkId}/scores`, {
        token: used,
        headers: { 'content-type': 'application/vnd.ims.lis.v1.score+json' },
        body: JSON.stringify({
          userId,
          scoreGiven: 5,
          scoreMaximum: 10,
          timestamp: moment(),
          activityProgress: 'InProgress',
          gradingProgress: 'FullyGraded',
          ...changed,
        }),
      })
    return { ...made, userId, tokenFor, score }
  }

  it('is the newest by the clock of the tool, whichever comes first', async () => {
    const { score, lesson } = await prepare()
    expect((await score({ scoreGiven: 9, timestamp: moment(-1) })).status).toBe(204)
    const older = await score({ scoreGiven: 1, timestamp: moment(-5) })
    expect(older.status).toBe(409)
    expect(await own(lesson.id)).toMatchObject({ points: 18, completed: false })
    const newest = { scoreGiven: 10, timestamp: moment(), activityProgress: 'Completed' }
    expect([(await score(newest)).status, (await score(newest)).status]).toEqual([204, 204])
    expect(await own(lesson.id)).toMatchObject({ points: 20, completed: true })
    expect((await score({ scoreGiven: null, timestamp: moment(1) })).status).toBe(204)
    expect(await own(lesson.id)).toMatchObject({ points: null })
  })

  it('counts once the tool has judged it', async () => {
    const { score, lesson, course } = await prepare()
    await score({ gradingProgress: 'PendingManual' })
    expect(await own(lesson.id)).toMatchObject({ points: null })
    const { journal } = (await call('GET', `/api/courses/${course.id}/journal`, student)).body
    expect(journal.rows[0].quizzes).toMatchObject([{ points: null }])
  })

  it.each([
    ['more than the max', { scoreGiven: 11 }],
    ['less than nothing', { scoreGiven: -1 }],
    ['a max of nothing', { scoreMaximum: 0 }],
    ['no max', { scoreMaximum: undefined }],
    ['an endless number', { scoreGiven: 1e300, scoreMaximum: 1e301 }],
    ['no number', { scoreGiven: '5' }],
    ['no moment', { timestamp: 'yesterday' }],
    ['a moment far ahead', { timestamp: '2199-01-01T00:00:00Z' }],
    ['an unknown state', { activityProgress: 'Bored' }],
  ])('with %s is refused', async (_name, changed) => {
    const { score, lesson } = await prepare()
    expect((await score(changed)).status).toBe(422)
    expect(await own(lesson.id)).toBeNull()
  })

  it('is for students of the course, in columns of the tool, by a token for scores', async () => {
    const { score, tokenFor, lesson, course, userId } = await prepare()
    const other = await signedIn()
    expect((await score({ userId: String(other.id) })).status).toBe(404)
    expect((await score({}, await tokenFor(ltiScopes.results))).status).toBe(403)
    expect((await score({}, student.token)).status).toBe(401)
    const foreign = await buildLink(db, { lesson_id: lesson.id })
    expect((await score({}, undefined, foreign)).status).toBe(404)
    await call('PUT', `/api/courses/${course.id}/students`, { ...teacher, body: { user_ids: [other.id] } })
    expect((await score({ userId })).status).toBe(404)
    expect(await db.$count(ltiResults)).toBe(0)
  })

  it('is read back by the tool, as its column is', async () => {
    const { score, tokenFor, course, link, userId } = await prepare()
    await score({ comment: `<b>Хорошо</b>${'!'.repeat(5000)}` })
    const all = await tokenFor(Object.values(ltiScopes).join(' '))
    const url = `${config.publicUrl}/api/lti/lineitems/${link.id}`
    const column = { id: url, label: 'Сетки', scoreMaximum: 20, resourceLinkId: String(link.id) }
    const read = async (path: string) => (await call('GET', path, { token: all })).body
    expect(await read(`/api/lti/lineitems/${link.id}`)).toEqual(column)
    expect(await read(`/api/lti/courses/${course.id}/lineitems?resource_link_id=${link.id}`)).toEqual([column])
    expect(await read(`/api/lti/courses/${course.id}/lineitems?tag=x`)).toEqual([])
    const results = await read(`/api/lti/lineitems/${link.id}/results`)
    expect(results).toMatchObject([{ userId, scoreOf: url, resultScore: 10, resultMaximum: 20 }])
    expect(results[0].comment).toHaveLength(2000)
    expect(await read(`/api/lti/lineitems/${link.id}/results?user_id=other`)).toEqual([])
  })
})

describe('a tool', () => {
  it('has addresses of the open internet, and a real key', async () => {
    config.ltiLocalTools = false
    try {
      const create = async (changed: object) =>
        (
          await call('POST', '/api/lti/tools', {
            ...curator,
            body: {
              name: 'Тренажёр',
              login_url: 'https://tool.example/login',
              target_url: 'https://tool.example/',
              redirect_urls: ['https://tool.example/launch'],
              jwks_url: 'https://tool.example/jwks',
              ...changed,
            },
          })
        ).body
      expect((await create({})).tool.client_id).toMatch(/^[\da-f-]{36}$/)
      for (const [field, changed] of [
        ['login_url', { login_url: 'http://tool.example/login' }],
        ['login_url', { login_url: 'https://10.0.0.1/login' }],
        ['target_url', { target_url: 'javascript:alert(1)' }],
        ['redirect_urls', { redirect_urls: ['https://127.0.0.1/'] }],
        ['redirect_urls', { redirect_urls: ['https://tool.example/#x'] }],
        ['jwks_url', { jwks_url: 'https://user:password@tool.example/jwks' }],
        ['jwks_url', { jwks_url: null }],
        ['public_key', { public_key: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' }],
      ] as const) {
        const { errors } = await create(changed)
        expect([field, Object.keys(errors ?? {}).map((name) => name.split('.')[0])]).toEqual([field, [field]])
      }
    } finally {
      config.ltiLocalTools = true
    }
  })

  it('checks messages by a key that the site can change', async () => {
    const keys = async () => (await call('GET', '/api/lti/jwks')).body.keys
    const [first] = await keys()
    expect(Object.keys(first).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    // 3072 bits
    expect(Buffer.from(first.n, 'base64url')).toHaveLength(384)
    expect((await call('POST', '/api/lti/keys', curator)).status).toBe(204)
    expect((await keys()).map(({ kid }: { kid: string }) => kid)).toEqual([expect.any(String), first.kid])
    const { link } = await school()
    const { id_token } = fieldsOf((await authorize(await begin(link.id))).body)
    const { protectedHeader } = await jwtVerify(id_token, createLocalJWKSet({ keys: await keys() }))
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: (await keys())[0].kid })
    // what tools have read before stays right for a day
    await deleteExpiredLtiAccess(db)
    expect(await keys()).toHaveLength(2)
    await db.update(ltiKeys).set({ retired_at: sql`now() - interval '25 hours'` }).where(isNotNull(ltiKeys.retired_at))
    await deleteExpiredLtiAccess(db)
    expect(await keys()).toHaveLength(1)
  })
})
