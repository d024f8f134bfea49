import { beforeEach, describe, expect, it } from 'vitest'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let child: Signed
let friend: Signed

const consent = (user_id: number, document: 'parent-consent' | 'publication') =>
  insertConsents(db, [{ user_id, document, version: 1, address: '127.0.0.1' }])

beforeEach(async () => {
  child = await signedIn()
  friend = await signedIn()
  await consent(child.id, 'parent-consent')
})

const create = ({ token }: Signed, body: object) =>
  call('POST', '/api/projects', { token, body: { name: 'Плакат', content: '<p>Кот</p>', ...body } })
const change = ({ token }: Signed, id: number, body: object) => call('PUT', `/api/projects/${id}`, { token, body })
const agree = ({ token }: Signed, id: number) => call('POST', `/api/projects/${id}/agreement`, { token })
const ask = ({ token }: Signed, id: number, { user }: Signed) =>
  call('POST', `/api/projects/${id}/authors`, { token, body: { email: user.email } })

describe('a child whose parent has agreed', () => {
  it('publishes for the school, and not for everybody', async () => {
    const { status, body } = await create(child, { status: 'published' })
    expect([status, body.project.visibility]).toEqual([201, 'school'])
    const { id } = body.project
    expect((await call('GET', `/api/projects/${id}`)).status).toBe(404)
    for (const refused of [
      await create(child, { visibility: 'public' }),
      await change(child, id, { visibility: 'public' }),
    ]) {
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['visibility']])
    }
    expect((await change(child, id, { visibility: 'me' })).status).toBe(200)
  })

  it('is not named under what everybody sees, and keeps from everybody what names them', async () => {
    const { id } = await buildProject(db, { authors: [friend.id] })
    expect((await ask(friend, id, child)).status).toBe(200)
    expect((await agree(child, id)).status).toBe(409)
    expect((await change(friend, id, { visibility: 'school' })).status).toBe(200)
    expect((await agree(child, id)).status).toBe(200)
    expect((await change(friend, id, { visibility: 'public' })).status).toBe(422)
  })

  it('publishes for everybody with a consent to that', async () => {
    await consent(child.id, 'publication')
    const { status, body } = await create(child, { status: 'published' })
    expect([status, body.project.visibility]).toEqual([201, 'public'])
  })
})

it('whoever agrees alone needs nobody’s leave', async () => {
  const { body } = await create(friend, { status: 'published' })
  expect(body.project.visibility).toBe('public')
})
