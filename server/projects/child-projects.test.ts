import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { updateUser } from '#server/users/users.repo.ts'

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

  it('is not named on public projects, and keeps projects with their name from the public', async () => {
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

describe('at the very moment when a project is shown to everybody', () => {
  it('somebody who joins its authors needs the consent as well', async () => {
    await consent(friend.id, 'publication')
    const { id } = await buildProject(db, { authors: [friend.id], visibility: 'school' })
    await ask(friend, id, child)
    // the child's agreement goes first, and the change of the author has already been let in
    const letGo = await hold(db, sql`select 1 from projects where id = ${id} for no key update`)
    const agreed = agree(child, id)
    await expect.poll(() => countWaiting(db)).toBe(1)
    const shown = change(friend, id, { visibility: 'public' })
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect([(await agreed).status, (await shown).status]).toEqual([200, 422])
  })

  it('a consent that is taken back counts', async () => {
    await consent(friend.id, 'publication')
    const { id } = await buildProject(db, { authors: [friend.id], visibility: 'school' })
    const letGo = await hold(db, sql`select 1 from users where id = ${friend.id} for no key update`)
    const path = `/api/users/${friend.id}/consents/publication/withdrawal`
    const withdrawn = call('POST', path, { token: friend.token, body: {} })
    await expect.poll(() => countWaiting(db)).toBe(1)
    const shown = change(friend, id, { visibility: 'public' })
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    expect([(await withdrawn).status, (await shown).status]).toEqual([200, 422])
  })
})

describe('somebody who agrees alone', () => {
  it('publishes for everybody with their own consent to publication, without anybody’s permission', async () => {
    await consent(friend.id, 'publication')
    const { body } = await create(friend, { status: 'published' })
    expect(body.project.visibility).toBe('public')
  })

  it('publishes for the school without it, and gets an explanation why not for everybody', async () => {
    const { status, body } = await create(friend, { status: 'published' })
    expect([status, body.project.visibility]).toEqual([201, 'school'])
    const { id } = body.project
    expect((await call('GET', `/api/projects/${id}`)).status).toBe(404)
    for (const refused of [
      await create(friend, { visibility: 'public', status: 'published' }),
      await change(friend, id, { visibility: 'public' }),
    ]) {
      expect([refused.status, refused.body.type]).toEqual([422, 'urn:praktika:problem:publication-consent-needed'])
      expect(refused.body.errors.visibility[0]).toContain('согласие на распространение')
    }
    await consent(friend.id, 'publication')
    expect((await change(friend, id, { visibility: 'public' })).status).toBe(200)
    expect((await call('GET', `/api/projects/${id}`)).status).toBe(200)
  })

  it('may keep a draft that is meant for everybody, which is shown to the school when it is published without the consent', async () => {
    const draft = await create(friend, { visibility: 'public' })
    expect([draft.status, draft.body.project.visibility]).toEqual([201, 'public'])
    const { id } = draft.body.project
    const refused = await change(friend, id, { status: 'published', visibility: 'public' })
    expect(refused.status).toBe(422)
    const { body } = await change(friend, id, { status: 'published' })
    expect([body.project.status.slug, body.project.visibility]).toEqual(['published', 'school'])
  })

  it('is named on public projects only with that consent', async () => {
    const other = await signedIn()
    const { id } = await buildProject(db, { authors: [friend.id] })
    expect((await ask(friend, id, other)).status).toBe(200)
    const refused = await agree(other, id)
    expect([refused.status, refused.body.type]).toEqual([422, 'urn:praktika:problem:publication-consent-needed'])
    expect((await call('GET', `/api/projects/${id}`)).body.project.authors).toHaveLength(1)
    await consent(other.id, 'publication')
    expect((await agree(other, id)).status).toBe(200)
  })

  it('shows nothing to everybody while a co-author has not agreed to publication', async () => {
    const other = await signedIn({ name: 'Лев', surname: 'Щукин' })
    await consent(friend.id, 'publication')
    const { id } = await buildProject(db, { authors: [friend.id, other.id], visibility: 'school' })
    const refused = await change(friend, id, { visibility: 'public' })
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('Лев Щукин')])
    await consent(other.id, 'publication')
    expect((await change(friend, id, { visibility: 'public' })).status).toBe(200)
  })
})

describe('somebody whose address is not confirmed', () => {
  const unconfirmed = async () => {
    const person = await signedIn({ email_confirmed_at: null })
    await consent(person.id, 'publication')
    return person
  }

  it('publishes for the school only', async () => {
    const person = await unconfirmed()
    const { status, body } = await create(person, { status: 'published' })
    expect([status, body.project.visibility]).toEqual([201, 'school'])
    for (const visibility of ['public', 'link']) {
      for (const refused of [
        await create(person, { visibility, status: 'published' }),
        await change(person, body.project.id, { visibility }),
      ]) {
        expect([refused.status, refused.body.type]).toEqual([422, 'urn:praktika:problem:email-not-confirmed'])
        expect(refused.body.errors.visibility[0]).toContain('подтвердите почту')
      }
    }
    const draft = (await create(person, { visibility: 'link' })).body.project
    const published = await change(person, draft.id, { status: 'published' })
    expect(published.body.project.visibility).toBe('school')
  })

  it('publishes for everybody where the school gave a login instead of an address', async () => {
    const person = await signedIn({ email_confirmed_at: null })
    await updateUser(db, person.id, { email: null, login: 'pupil.publishes' })
    await consent(person.id, 'publication')
    const { status, body } = await create(person, { visibility: 'public', status: 'published' })
    expect([status, body.project.visibility]).toEqual([201, 'public'])
  })

  it('is not named where people outside the school read it', async () => {
    const person = await unconfirmed()
    await consent(friend.id, 'publication')
    for (const visibility of ['public', 'link'] as const) {
      const { id } = await buildProject(db, { authors: [friend.id], asked: [person.id], visibility })
      expect((await agree(person, id)).body.type).toBe('urn:praktika:problem:email-not-confirmed')
    }
    const { id } = await buildProject(db, { authors: [friend.id, person.id], visibility: 'school' })
    expect((await change(friend, id, { visibility: 'link' })).body.detail).toContain('Орлова')
  })
})
