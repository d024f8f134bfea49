import { randomUUID } from 'node:crypto'
import { api } from '#contract/api.ts'
import { ltiScopes } from '#contract/lti/lti-limits.ts'
import { newToken } from '#server/auth/open-session.ts'
import { hashToken } from '#server/http/session.ts'
import { buildLink, buildTool } from '#server/lti/lti.factory.ts'
import { ensureSubject } from '#server/lti/lti.repo.ts'
import { insertLaunch } from '#server/lti/lti-access.repo.ts'
import { insertConsent } from '#server/lti/lti-consents.repo.ts'
import { form, makeToolKeys, signAssertion, tokenRequest } from '#server/lti/token-request.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { db, config } = app

const { public_key, privateKey } = makeToolKeys()

const values = {
  name: 'Тренажёр',
  login_url: 'https://tool.example/login',
  target_url: 'https://tool.example/start',
  redirect_urls: ['https://tool.example/launch'],
  jwks_url: 'https://tool.example/jwks',
  public_key: null,
}
const ofTool = async () => ({ params: { id: (await buildTool(db)).id } })
const ofLink = async ({ lesson }: School) => ({ params: { id: await buildLink(db, { lesson_id: lesson.id }) } })
const nothing = { shares_name: false, shares_email: false }
const ofConsent = async ({ student }: School) => {
  const { id } = await buildTool(db)
  await insertConsent(db, { tool_id: id, user_id: student.id, ...nothing })
  return { params: { id } }
}
const link = { title: 'Упражнение', custom: { topic: 'Сетки' }, max_points: 10, in_journal: true }

testRights(app, api.lti, {
  tools: () => ({}),
  createTool: () => ({ body: values }),
  updateTool: async () => ({ ...(await ofTool()), body: values }),
  removeTool: ofTool,
  changeKey: () => ({}),
  list: ({ lesson }) => ({ params: { id: lesson.id } }),
  createLink: async ({ lesson }) => ({
    params: { id: lesson.id },
    body: { ...link, tool_id: (await buildTool(db)).id },
  }),
  updateLink: async (school) => ({ ...(await ofLink(school)), body: link }),
  removeLink: ofLink,
  launch: async (school) => ({ ...(await ofLink(school)), body: { target: 'window', consent: nothing } }),
  consents: () => ({}),
  changeConsent: async (school) => ({ ...(await ofConsent(school)), body: nothing }),
  withdrawConsent: ofConsent,
  results: ofLink,
})

/** A launch that the student has begun, and what the tool asks then. */
const launched = async ({ lesson, student }: School) => {
  const tool = await buildTool(db)
  const token = newToken()
  const link_id = await buildLink(db, { lesson_id: lesson.id, tool_id: tool.id })
  await insertConsent(db, { tool_id: tool.id, user_id: student.id, ...nothing })
  await insertLaunch(db, { token_hash: hashToken(token), link_id, user_id: student.id, target: 'frame' })
  const asked = new URLSearchParams({
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: tool.client_id,
    redirect_uri: 'https://tool.example/launch',
    login_hint: await ensureSubject(db, tool.id, student.id),
    lti_message_hint: token,
    state: 'state',
    nonce: randomUUID(),
  })
  return { token, asked: asked.toString() }
}

testRights(app, api.ltiServices, {
  frame: async (school) => ({ params: { token: (await launched(school)).token } }),
  // each needs a launch of its own, and calls that read share one here: see the same by a form
  authorize: null,
  authorizeByForm: async (school) => ({ headers: form, body: (await launched(school)).asked }),
  jwks: () => ({}),
  token: async () => {
    const { client_id } = await buildTool(db, { jwks_url: null, public_key })
    return tokenRequest(await signAssertion(config, client_id, { key: privateKey }), ltiScopes.scores)
  },
  lineItems: ({ course }) => ({ params: { id: course.id } }),
  lineItem: ofLink,
  score: async (school) => ({ ...(await ofLink(school)), body: {} }),
  results: ofLink,
})
