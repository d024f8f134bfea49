import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { consents } from '#server/consents/consents.table.ts'
import { documentVersionsInForce, insertVersion } from '#server/documents/documents.repo.ts'
import { hashToken } from '#server/http/session.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, signedIn, runEffects, outbox } = await testApp()

let children = 0
const password = 'пароль Кости'
const lettersTo = async (email: string) => {
  await runEffects()
  return (await readLetters(outbox)).filter(({ to }) => to === email)
}
const linkIn = (text = '') => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')

/** A child whose parent has agreed, with the link from the second letter. */
const agreedFor = async () => {
  children += 1
  const email = `child-${children}@school.example`
  const parent_email = `parent-${children}@home.example`
  const born = `${new Date().getFullYear() - 11}-01-01`
  const child = { name: 'Костя', surname: 'Ёлкин', email, password, birth_date: born, parent_email }
  expect((await call('POST', '/api/auth/register-child', { body: child })).status).toBe(200)
  const first = linkIn((await lettersTo(parent_email))[0]?.text).searchParams.get('token')
  const body = { token: first, name: 'Анна Ёлкина' }
  expect((await call('POST', '/api/auth/parent-consent', { body })).status).toBe(200)
  const letter = (await lettersTo(parent_email)).at(-1)?.text ?? ''
  const token = linkIn(letter).pathname.split('/').at(-1) as string
  const session = (await call('POST', '/api/auth/login', { body: { email, password } })).body.access_token as string
  const [user] = await db.select().from(users).where(sql`email = ${email}`)
  const confirm = linkIn((await lettersTo(email))[0]?.text)
    .pathname.split('/')
    .at(-1)
  expect((await call('POST', '/api/auth/confirm-email', { body: { token: confirm } })).status).toBe(200)
  return { id: user?.id as number, email, parent_email, token, session, letter }
}
type Agreed = Awaited<ReturnType<typeof agreedFor>>

const see = (token: string) => call('GET', `/api/consents/parent?token=${token}`)
const withdraw = (token: string) => call('DELETE', `/api/consents/parent?token=${token}`)
const give = (token: string, version = 1) => call('POST', '/api/consents/parent', { body: { token, version } })
const rowsOf = ({ id }: Agreed) => db.select().from(consents).where(sql`user_id = ${id}`).orderBy(consents.id)
const userOf = async ({ id }: Agreed) => (await db.select().from(users).where(sql`id = ${id}`))[0]
const keep = ({ id, session }: Agreed) => call('DELETE', `/api/users/${id}/erasure`, { token: session })

describe('the letter to a parent who has agreed', () => {
  it('contains a link that shows what they agreed to, kept as a hash', async () => {
    const child = await agreedFor()
    expect(child.letter).toContain('ребёнка (Костя Ёлкин)')
    expect(child.letter).toContain('отозвать')
    const { status, body } = await see(child.token)
    expect(status).toBe(200)
    expect(body).toEqual({
      child: 'Костя Ёлкин',
      operator: { name: '', address: '' },
      grown_up: false,
      document: { slug: 'parent-consent', title: expect.any(String) },
      version: 1,
      current_version: 1,
      given_at: expect.stringMatching(/Z$/),
      parent: { name: 'Анна Ёлкина', email: child.parent_email },
      withdrawn_at: null,
      publication: null,
      publication_version: 1,
      erase_at: null,
    })
    expect((await rowsOf(child))[0]?.link_hash?.equals(hashToken(child.token))).toBe(true)
    const { rows } = await db.execute(sql`select 1 from effects where payload::text like ${`%${child.token}%`}`)
    expect(rows).toEqual([])
  })

  it('contains a link that cannot be guessed', async () => {
    for (const act of [see, withdraw, give]) expect((await act('какой-нибудь')).status).toBe(422)
  })
})

describe('a parent who takes the consent back', () => {
  it('closes the account, which is erased in 14 days; both are notified', async () => {
    const child = await agreedFor()
    const { status, body } = await withdraw(child.token)
    expect([status, body.withdrawn_at]).toEqual([200, expect.any(String)])
    const days = (Date.parse(body.erase_at) - Date.now()) / dayMs
    expect(Math.round(days)).toBe(14)
    expect((await rowsOf(child))[0]).toMatchObject({ withdrawn_at: expect.any(String), withdrawn_address: '127.0.0.1' })
    // signed out, not seen by others, and on record as the parent's act
    expect((await call('GET', '/api/auth/user', { token: child.session })).status).toBe(401)
    expect((await call('GET', `/api/users/${child.id}`)).status).toBe(404)
    const curator = await signedIn({ role: 'curator' })
    const { erasures } = (await call('GET', '/api/erasures', { token: curator.token })).body
    expect(erasures[0]).toMatchObject({ user: { id: child.id }, asked_by: null })
    expect((await lettersTo(child.email)).at(-1)?.text).toContain('Согласие родителя отозвано')
    const letter = (await lettersTo(child.parent_email)).at(-1)?.text
    expect(letter).toContain('Ваше согласие отозвано')
    expect(letter).toContain('Ребёнку мы тоже написали.')
  })

  it('learns of no letter to a child whose address is unconfirmed, as there is none', async () => {
    const child = await agreedFor()
    await db.update(users).set({ email_confirmed_at: null }).where(sql`id = ${child.id}`)
    const before = (await lettersTo(child.email)).length
    await withdraw(child.token)
    expect((await lettersTo(child.parent_email)).at(-1)?.text).not.toContain('Ребёнку мы тоже написали')
    expect(await lettersTo(child.email)).toHaveLength(before)
  })

  it('does so once, however often and simultaneously they click', async () => {
    const child = await agreedFor()
    const responses = await Promise.all(Array.from({ length: 10 }, () => withdraw(child.token)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { rows } = await db.execute(sql`select 1 from erasures where user_id = ${child.id}`)
    expect(rows).toHaveLength(1)
    expect(await lettersTo(child.email)).toHaveLength(2)
  })

  it('is the one who can cancel it; the child cannot', async () => {
    const child = await agreedFor()
    await withdraw(child.token)
    const { access_token } = (await call('POST', '/api/auth/login', { body: { email: child.email, password } })).body
    const refused = await keep({ ...child, session: access_token })
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('только родитель')])
    const version = ((await documentVersionsInForce(db)).get('parent-consent') ?? 0) + 1
    await insertVersion(db, { slug: 'parent-consent', version, content: '<p>Новый текст</p>' })
    expect((await give(child.token, version - 1)).status).toBe(409)
    const given = await Promise.all(Array.from({ length: 5 }, () => give(child.token, version)))
    expect(given.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(given[0]?.body).toMatchObject({ version, withdrawn_at: null, erase_at: null })
    expect((await rowsOf(child)).map((row) => [row.version, row.withdrawn_at === null])).toEqual([
      [version - 1, false],
      [version, true],
    ])
    expect((await userOf(child))?.erase_at).toBeNull()
    expect((await lettersTo(child.email)).at(-1)?.text).toContain('снова дал согласие')
    // the same link takes it back again
    expect((await withdraw(child.token)).body.erase_at).toEqual(expect.any(String))
  })

  it('does not decide for a child who has grown up: a consent they took back themselves stays taken back', async () => {
    const child = await agreedFor()
    await db.execute(sql`update users set birth_date = '2000-01-01' where id = ${child.id}`)
    const path = `/api/users/${child.id}/consents/parent-consent/withdrawal`
    expect((await call('POST', path, { token: child.session, body: { password } })).status).toBe(200)
    expect((await lettersTo(child.parent_email)).at(-1)?.text).toContain('Передумать может сам ребёнок')
    expect((await see(child.token)).body).toMatchObject({ grown_up: true, withdrawn_at: expect.any(String) })
    const version = (await see(child.token)).body.current_version
    const refused = await give(child.token, version)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('соглашается сам')])
    expect((await userOf(child))?.erase_at).not.toBeNull()
    expect(await rowsOf(child)).toHaveLength(1)
    const body = { document: 'personal-data' }
    expect((await call('POST', `/api/users/${child.id}/consents`, { token: child.session, body })).status).toBe(201)
    expect((await keep(child)).status).toBe(204)
  })

  it('has no link any more once the account is erased', async () => {
    const child = await agreedFor()
    await withdraw(child.token)
    await db.execute(sql`
      update effects set visible_at = now() where kind = 'account-erased' and payload->>'user_id' = ${String(child.id)}`)
    await runEffects()
    expect((await userOf(child))?.erased_at).not.toBeNull()
    expect((await see(child.token)).status).toBe(422)
    expect((await rowsOf(child))[0]).toMatchObject({ parent: null, link_hash: null, address: '' })
    // nor are letters to the parent kept
    expect(await lettersTo(child.parent_email)).toEqual([])
  })

  it('does not close the account of a child who has grown up and agreed alone since', async () => {
    const child = await agreedFor()
    await db.execute(sql`update users set birth_date = '2000-01-01' where id = ${child.id}`)
    const body = { document: 'personal-data' }
    expect((await call('POST', `/api/users/${child.id}/consents`, { token: child.session, body })).status).toBe(201)
    expect((await withdraw(child.token)).body).toMatchObject({ withdrawn_at: expect.any(String), erase_at: null })
  })
})

describe('a child who asks to be erased', () => {
  it('has the parent notified', async () => {
    const child = await agreedFor()
    await call('POST', `/api/users/${child.id}/erasure`, { token: child.session, body: { password } })
    expect((await lettersTo(child.parent_email)).at(-1)?.text).toContain('Нас попросили удалить')
    expect((await see(child.token)).body).toMatchObject({ withdrawn_at: null, erase_at: expect.any(String) })
    expect((await keep(child)).status).toBe(204)
  })

  it('is not kept by the parent, who takes the consent back and gives it again', async () => {
    const child = await agreedFor()
    await call('POST', `/api/users/${child.id}/erasure`, { token: child.session, body: { password } })
    await db.execute(sql`update erasures set asked_at = asked_at - interval '1 minute' where user_id = ${child.id}`)
    const erase_at = (await userOf(child))?.erase_at
    await withdraw(child.token)
    const version = (await see(child.token)).body.current_version
    expect((await give(child.token, version)).body).toMatchObject({ withdrawn_at: null, erase_at })
    const { rows } = await db.execute(sql`select asked_by, cancelled_at from erasures where user_id = ${child.id}`)
    expect(rows).toEqual([{ asked_by: child.id, cancelled_at: null }])
    const { body } = await call('POST', '/api/auth/login', { body: { email: child.email, password } })
    expect((await keep({ ...child, session: body.access_token })).status).toBe(204)
  })
})

describe('the consent to publication, by the parent’s link', () => {
  const set = (token: string, version = 1) =>
    call('POST', '/api/consents/parent', { body: { token, document: 'publication', version } })
  const takeBack = (token: string) => call('DELETE', `/api/consents/parent?token=${token}&document=publication`)
  const publish = ({ session }: Agreed) =>
    call('POST', '/api/projects', { token: session, body: { name: 'Плакат', status: 'published' } })

  it('can be given and taken back, which changes who sees the projects', async () => {
    const child = await agreedFor()
    expect((await publish(child)).body.project.visibility).toBe('school')
    expect((await set(child.token, 9)).status).toBe(409)
    const given = await set(child.token)
    expect([given.status, given.body.publication.version]).toEqual([200, 1])
    await set(child.token)
    expect((await rowsOf(child)).map(({ document }) => document)).toEqual(['parent-consent', 'publication'])
    const { id, visibility } = (await publish(child)).body.project
    expect(visibility).toBe('public')
    expect((await call('GET', `/api/projects/${id}`)).status).toBe(200)
    expect((await call('GET', `/api/users/${child.id}`)).status).toBe(200)
    const { status, body } = await takeBack(child.token)
    expect([status, body.publication, body.withdrawn_at]).toEqual([200, null, null])
    expect((await call('GET', `/api/projects/${id}`)).status).toBe(404)
    expect((await call('GET', `/api/users/${child.id}`)).status).toBe(404)
    expect((await userOf(child))?.erase_at).toBeNull()
  })

  it('cannot be given by the parent once the child has grown up, nor without the consent for the account', async () => {
    const child = await agreedFor()
    await withdraw(child.token)
    expect((await set(child.token)).status).toBe(409)
    await give(child.token)
    await db.execute(sql`update users set birth_date = '2000-01-01' where id = ${child.id}`)
    expect((await set(child.token)).status).toBe(409)
    expect((await takeBack(child.token)).status).toBe(409)
  })
})
