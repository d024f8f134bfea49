import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { type LtiScope, ltiScopes } from '#contract/lti/lti-limits.ts'
import { newToken } from '#server/auth/open-session.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { hashToken } from '#server/http/session.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { allShares, buildLink, buildTool } from '#server/lti/lti.factory.ts'
import { findSubject, type ToolRecord } from '#server/lti/lti.repo.ts'
import { insertToken } from '#server/lti/lti-access.repo.ts'
import { makeToolKeys, signAssertion, tokenRequest } from '#server/lti/token-request.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { updateUser } from '#server/users/users.repo.ts'

const { db, config, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const student = await signedIn({ name: 'Анна', surname: 'Ёлкина', email: 'anna@school.example' })
beforeEach(() => empty(db, 'lti_tools', 'throttle_hits'))

const nothing = { shares_name: false, shares_email: false }

/** A course with a tool in its lesson that may learn name and address. */
const school = async (values: Partial<ToolRecord> = {}) => {
  const tool = await buildTool(db, { ...allShares, ...values })
  const { id: course_id } = await buildCourse(db, { students: [student.id] })
  const lesson = await buildLesson(db, { course_id })
  const link = await buildLink(db, { lesson_id: lesson.id, tool_id: tool.id })
  return { tool, lesson, link }
}

const launch = (link: number, consent?: object) =>
  call('POST', `/api/lti/links/${link}/launch`, { ...student, body: { target: 'window', consent } })

/** What the tool asks after a launch. */
const finish = async ({ client_id }: ToolRecord, url: string) => {
  const hints = new URL(url).searchParams
  const asked = new URLSearchParams({
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id,
    redirect_uri: 'https://tool.example/launch',
    nonce: randomUUID(),
    login_hint: hints.get('login_hint') ?? '',
    lti_message_hint: hints.get('lti_message_hint') ?? '',
  })
  const { status, body } = await call('GET', `/api/lti/authorize?${asked}`)
  const [, payload] = /name="id_token" value="[^."]+\.([^."]+)\./.exec(body) ?? []
  return { status, claims: payload ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : null }
}

const consents = async () => (await call('GET', '/api/lti/consents', student)).body.consents

const tokenFor = async (tool: ToolRecord, scopes: LtiScope[] = Object.values(ltiScopes)) => {
  const token = newToken()
  await insertToken(db, { tool_id: tool.id, token_hash: hashToken(token), scopes })
  return token
}

const score = (token: string, link: number, userId: string) =>
  call('POST', `/api/lti/lineitems/${link}/scores`, {
    token,
    headers: { 'content-type': 'application/vnd.ims.lis.v1.score+json' },
    body: JSON.stringify({
      userId,
      scoreGiven: 5,
      scoreMaximum: 10,
      timestamp: new Date().toISOString(),
      activityProgress: 'Completed',
      gradingProgress: 'FullyGraded',
    }),
  })

const results = async (token: string, link: number) =>
  (await call('GET', `/api/lti/lineitems/${link}/results`, { token })).body

it('a tool opens for nobody who has not consented, and is asked about once', async () => {
  const { tool, lesson, link } = await school()
  const refused = await launch(link)
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('согласитесь')])
  expect(await findSubject(db, tool.id, student.id)).toBeNull()
  const listed = async () => (await call('GET', `/api/lessons/${lesson.id}/lti`, student)).body.links[0]
  expect(await listed()).toMatchObject({ agreed: false, reports: true })
  expect((await launch(link, allShares)).status).toBe(200)
  expect((await launch(link)).status).toBe(200)
  expect(await listed()).toMatchObject({ agreed: true })
  expect(await consents()).toEqual([
    {
      tool: { id: tool.id, name: tool.name },
      ...allShares,
      may_share: allShares,
      reports: true,
      agreed_at: expect.any(String),
    },
  ])
  const { entries } = (await call('GET', `/api/audit?about_id=${student.id}`, curator)).body
  expect(entries).toMatchObject([
    { kind: 'lti-consent-given', actor: { id: student.id }, after: { lti_tool: tool.id } },
  ])
})

it('a tool learns what both the school and the person allow', async () => {
  const { tool, lesson, link } = await school()
  const listed = async () => (await call('GET', `/api/lessons/${lesson.id}/lti`, student)).body.links[0]
  expect(await listed()).toMatchObject({ agreed: false, ...allShares })
  const claims = async (consent?: object) => (await finish(tool, (await launch(link, consent)).body.url)).claims
  expect(await claims({ shares_name: true, shares_email: false })).toMatchObject({ name: 'Анна Ёлкина' })
  expect(await claims()).not.toHaveProperty('email')
  expect(await listed()).toMatchObject({ agreed: true, shares_name: true, shares_email: false })
  // a second consent in a launch changes nothing: the profile does
  expect(await claims(allShares)).not.toHaveProperty('email')
  const changed = await call('PUT', `/api/lti/consents/${tool.id}`, {
    ...student,
    body: { shares_name: false, shares_email: true },
  })
  expect(changed.body.consent).toMatchObject({ shares_name: false, shares_email: true })
  expect(await claims()).toMatchObject({ email: 'anna@school.example' })
  expect(await claims()).not.toHaveProperty('name')
})

it('no tool learns an address that nobody has confirmed', async () => {
  const { tool, link } = await school()
  const claims = async (consent?: object) => (await finish(tool, (await launch(link, consent)).body.url)).claims
  expect(await claims(allShares)).toMatchObject({ email: 'anna@school.example' })
  await updateUser(db, student.id, { email_confirmed_at: null })
  const unconfirmed = await claims().finally(() =>
    updateUser(db, student.id, { email_confirmed_at: new Date().toISOString() }),
  )
  expect(unconfirmed).toMatchObject({ name: 'Анна Ёлкина' })
  expect(unconfirmed).not.toHaveProperty('email')
})

it('nobody allows more than the school', async () => {
  const { tool, link } = await school(nothing)
  await launch(link, allShares)
  await call('PUT', `/api/lti/consents/${tool.id}`, { ...student, body: allShares })
  expect(await consents()).toMatchObject([{ ...nothing, may_share: nothing }])
})

it('a consent that is taken back ends launches, tokens and reports, until there is another one', async () => {
  const { tool, link } = await school()
  const { url } = (await launch(link, allShares)).body
  const sign = (await findSubject(db, tool.id, student.id)) as string
  const token = await tokenFor(tool)
  expect((await score(token, link, sign)).status).toBe(204)
  expect(await results(token, link)).toHaveLength(1)
  const journaled = (await call('GET', `/api/audit?about_id=${student.id}&kind=tool-score`, curator)).body.entries
  expect(journaled[0]).toMatchObject({ actor: null, before: { score: null }, after: { score: 50, lti_tool: tool.id } })
  expect((await call('DELETE', `/api/lti/consents/${tool.id}`, student)).status).toBe(204)
  expect(await consents()).toEqual([])
  expect((await finish(tool, url)).status).toBe(400)
  expect((await score(token, link, sign)).status).toBe(401)
  const next = await tokenFor(tool)
  expect((await score(next, link, sign)).status).toBe(404)
  expect(await results(next, link)).toEqual([])
  expect((await launch(link)).status).toBe(409)
  expect((await call('DELETE', `/api/lti/consents/${tool.id}`, student)).status).toBe(404)
  await launch(link, nothing)
  expect((await score(next, link, sign)).status).toBe(204)
})

it('tokens of a tool end when a curator changes or removes it', async () => {
  const { tool, link } = await school({ jwks_url: 'https://tool.example/jwks' })
  const works = async (token: string) => (await call('GET', `/api/lti/lineitems/${link}`, { token })).status
  const [first, second] = [await tokenFor(tool), await tokenFor(await buildTool(db))]
  expect([await works(first), await works(second)]).toEqual([200, 404])
  const { name, login_url, target_url, redirect_urls, jwks_url } = tool
  const body = { name, login_url, target_url, redirect_urls, jwks_url, scopes: ['scores'] }
  expect((await call('PUT', `/api/lti/tools/${tool.id}`, { ...curator, body })).body.tool.scopes).toEqual(body.scopes)
  expect([await works(first), await works(second)]).toEqual([401, 404])
  const next = await tokenFor(tool)
  expect((await call('DELETE', `/api/lti/tools/${tool.id}`, curator)).status).toBe(204)
  expect(await works(next)).toBe(401)
})

it('a tool gets a token for what its curator lets it ask for, whatever it asks', async () => {
  const { public_key, privateKey } = makeToolKeys()
  const { tool, link } = await school({ jwks_url: null, public_key, scopes: ['results'] })
  const ask = async (scope: string) => {
    const assertion = await signAssertion(config, tool.client_id, { key: privateKey })
    return (await call('POST', '/api/lti/token', tokenRequest(assertion, scope))).body
  }
  const { access_token, scope } = await ask(Object.values(ltiScopes).join(' '))
  expect(scope).toBe(ltiScopes.results)
  expect((await score(access_token, link, 'sign')).status).toBe(403)
  expect(await ask(ltiScopes.scores)).toMatchObject({ error: 'invalid_scope' })
})

it('a text that no database keeps is refused or cleaned, whoever sends it', async () => {
  const { tool, link, lesson } = await school()
  const token = await tokenFor(tool)
  await launch(link, allShares)
  expect((await score(token, link, 'a\u0000')).status).toBe(404)
  const read = await call('GET', `/api/lti/lineitems/${link}/results?user_id=a%00`, { token })
  expect([read.status, read.body]).toEqual([200, []])
  const assertion = await signAssertion(config, 'a\u0000', { key: makeToolKeys().privateKey })
  const refused = await call('POST', '/api/lti/token', tokenRequest(assertion, ltiScopes.scores))
  expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
  const values = { title: 'Сетки', custom: { topic: 'Сет\u0000ки', level: 'я\ud800' }, tool_id: tool.id }
  const added = await call('POST', `/api/lessons/${lesson.id}/lti`, { ...curator, body: values })
  expect([added.status, added.body.link.custom]).toEqual([201, { topic: 'Сетки', level: 'я\ufffd' }])
  const { name, target_url, redirect_urls, jwks_url } = tool
  const body = { name, login_url: 'https://tool.example/\u0000', target_url, redirect_urls, jwks_url }
  const changed = await call('PUT', `/api/lti/tools/${tool.id}`, { ...curator, body })
  expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, ['login_url']])
})

it('a message to a tool names no more than it may do', async () => {
  const { tool, link, lesson } = await school({ scopes: [] })
  const { claims } = await finish(tool, (await launch(link, nothing)).body.url)
  expect(Object.keys(claims).join()).not.toContain('lti-ags')
  const { links } = (await call('GET', `/api/lessons/${lesson.id}/lti`, student)).body
  expect(links[0]).toMatchObject({ reports: false })
})
