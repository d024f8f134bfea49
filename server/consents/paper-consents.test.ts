import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertConfirmation } from '#server/auth/confirmations.repo.ts'
import { openPasswordReset } from '#server/auth/open-session.ts'
import { buildCohort, fillCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { hashToken } from '#server/http/session.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { buildChild, buildUser, demoPassword, signInAs } from '#server/users/users.factory.ts'
import { findUser } from '#server/users/users.repo.ts'
import { guardians } from '#server/users/users.table.ts'

const { db, deps, call, signedIn, runEffects, outbox } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let curator: Signed
let teacher: Signed
beforeAll(async () => {
  curator = await signedIn({ role: 'curator' })
  teacher = await signedIn({ role: 'teacher' })
})

const bornYearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n')
let children = 0

/** A child of nine without an address who waits for a parent. */
const waitingChild = () => {
  children += 1
  return buildChild(db, {
    login: `lev.${children}`,
    birth_date: bornYearsAgo(9),
    awaits_parent_at: new Date().toISOString(),
  })
}
const scan = (user_id = curator.id, changes: object = {}) =>
  buildFile(db, deps.files, { user_id, name: 'Согласие.pdf', bytes: pdf, ...changes })

const formWith = async (changes: object = {}) => ({
  documents: ['parent-consent'],
  parent: { name: 'Анна Ким', email: '' },
  signed_on: '2026-09-01',
  file_id: (await scan()).id,
  ...changes,
})
const record = async (id: number, changes: object = {}, token = curator.token) =>
  call('POST', `/api/users/${id}/paper-consents`, { token, body: await formWith(changes) })
const withdraw = (id: number, document: string, token = curator.token) =>
  call('POST', `/api/users/${id}/paper-consents/${document}/withdrawal`, { token })
const login = ({ login: email }: { login: string | null }) =>
  call('POST', '/api/auth/login', { body: { email, password: demoPassword } })
const lettersTo = async (email: string) => {
  await runEffects()
  return (await readLetters(outbox)).filter(({ to }) => to === email)
}

describe('a consent on paper', () => {
  it('lets a child without any address in, and is listed in the journal with its scan', async () => {
    const child = await waitingChild()
    expect((await login(child)).status).toBe(401)
    const { status, body } = await record(child.id, { documents: ['parent-consent', 'publication', 'publication'] })
    expect(status).toBe(201)
    expect(body.consents).toMatchObject(
      ['publication', 'parent-consent'].map((slug) => ({
        document: { slug },
        address: '',
        parent: { name: 'Анна Ким', email: '' },
        paper: { signed_on: '2026-09-01', scan: { name: 'Согласие.pdf', type: 'application/pdf' } },
        withdrawn_at: null,
      })),
    )
    expect((await login(child)).status).toBe(200)
    const { body: parents } = await call('GET', `/api/users/${child.id}/parents`, { token: curator.token })
    expect(parents.parents).toEqual([{ name: 'Анна Ким', email: null }])
    const { body: journal } = await call('GET', `/api/consents?search=${child.surname}`, { token: curator.token })
    const [line] = journal.consents.filter(({ user }: { user: { id: number } }) => user.id === child.id)
    const read = await call('GET', line.paper.scan.url)
    expect([read.status, read.headers['cache-control']]).toEqual([200, 'no-store'])
    const { body: audit } = await call('GET', `/api/audit?user_id=${curator.id}`, { token: curator.token })
    expect(audit.entries[1]).toMatchObject({
      kind: 'consent-given',
      object: { id: child.id },
      after: { document: 'parent-consent', version: 1, by_parent: true, on_paper: true },
    })
  })

  it('shows its scan to curators alone, even when its uploader is none any more', async () => {
    const child = await waitingChild()
    const former = await signedIn({ role: 'curator' })
    const { id } = await scan(former.id)
    expect((await record(child.id, { file_id: id }, former.token)).status).toBe(201)
    await db.execute(sql`update users set role = 'teacher' where id = ${former.id}`)
    const see = async (token?: string) => (await call('GET', `/api/files/${id}`, token ? { token } : {})).status
    const childToken = await signInAs(db, child)
    expect([await see(), await see(teacher.token), await see(childToken), await see(curator.token)]).toEqual([
      404, 404, 404, 200,
    ])
    expect((await call('GET', `/files/${id}`)).status).toBe(404)
    expect(await see(await signInAs(db, former))).toBe(404)
    const { body } = await call('GET', `/api/users/${child.id}/consents`, { token: childToken })
    expect(body.consents[0].paper).toEqual({ signed_on: '2026-09-01', scan: null })
  })

  it('invites a child who has an address, and sends the parent a link of theirs', async () => {
    const child = await buildUser(db, {
      birth_date: bornYearsAgo(9),
      awaits_parent_at: new Date().toISOString(),
      password_hash: null,
    })
    const email = 'on-paper@home.example'
    expect((await record(child.id, { parent: { name: 'Анна Ким', email } })).status).toBe(201)
    expect(await lettersTo(child.email)).toMatchObject([{ text: expect.stringContaining('/reset-password/') }])
    const [letter] = await lettersTo(email)
    expect(letter?.text).toContain('1 сентября 2026 г. вы согласились')
    expect(letter?.text).toContain('/parent-consent/')
  })

  it('opens an account that the parent had declined, but not one that a curator erases', async () => {
    const [declined, erased] = [await waitingChild(), await waitingChild()]
    await db.transaction((tx) =>
      insertConfirmation(tx, hashToken('a-link'), { id: declined.id, email: 'no@home.example' }),
    )
    await db.insert(guardians).values({ child_id: declined.id, name: '', email: 'no@home.example' })
    expect((await call('DELETE', '/api/auth/parent-consent?token=a-link')).status).toBe(204)
    const asked = { token: curator.token, body: { password: demoPassword } }
    expect((await call('POST', `/api/users/${erased.id}/erasure`, asked)).status).toBe(200)
    const by = { id: curator.id, role: 'curator' } as const
    const full = await buildCohort(db, { by, name: '3 «К»' })
    await db.execute(sql`insert into cohort_students (cohort_id, user_id) values (${full}, ${declined.id})`)
    await fillCohort(db, full)
    expect(await record(declined.id)).toMatchObject({
      status: 409,
      body: { detail: '«3 «К»»: стало бы больше 1000 студентов. Класс нужно разделить.' },
    })
    await call('DELETE', `/api/cohorts/${full}`, { token: curator.token })
    for (const { id } of [declined, erased]) expect((await record(id)).status).toBe(201)
    expect(await findUser(db, declined.id)).toMatchObject({ active: true, erase_at: null, awaits_parent_at: null })
    expect((await login(declined)).status).toBe(200)
    expect(await findUser(db, erased.id)).toMatchObject({ erase_at: expect.any(String) })
    const { body: audit } = await call('GET', `/api/audit?user_id=${curator.id}`, { token: curator.token })
    expect(audit.entries.find(({ object }: { object: { id: number } }) => object.id === declined.id)).toMatchObject({
      kind: 'user-active',
      before: { active: false, erase_at: expect.any(String) },
      after: { active: true, by_parent: true, on_paper: true, erase_at: null },
    })
  })

  it('is refused without a scan that is one, for the future, and without documents or a name', async () => {
    const child = await waitingChild()
    const errors = async (changes: object) => {
      const { status, body } = await record(child.id, changes)
      return [status, ...Object.keys(body.errors ?? {})]
    }
    const text = await scan(curator.id, { name: 'Согласие.txt', bytes: Buffer.from('Согласна') })
    expect(await errors({ file_id: text.id })).toEqual([422, 'file_id'])
    expect(await errors({ file_id: (await scan(curator.id, { status: 'uploading' })).id })).toEqual([422, 'file_id'])
    expect(await errors({ file_id: (await scan(teacher.id)).id })).toEqual([422, 'file_id'])
    expect(await errors({ file_id: '0'.repeat(32) })).toEqual([422, 'file_id'])
    expect(await errors({ signed_on: '2999-01-01' })).toEqual([422, 'signed_on'])
    expect(await errors({ documents: [] })).toEqual([422, 'documents'])
    expect(await errors({ documents: ['personal-data'] })).toEqual([422, 'documents.0'])
    expect(await errors({ parent: { name: ' ', email: 'слово' } })).toEqual([422, 'parent.name', 'parent.email'])
    expect(await errors({ documents: ['publication'] })).toEqual([409])
    const addressed = await signedIn({ birth_date: bornYearsAgo(9) })
    const own = await record(addressed.id, { parent: { name: 'Анна Ким', email: addressed.user.email } })
    expect([own.status, own.body.errors]).toEqual([422, { 'parent.email': ['Здесь нужна почта родителя'] }])
    expect((await record(teacher.id)).status).toBe(409)
    expect((await record((await signedIn({ birth_date: '1990-01-01' })).id)).status).toBe(409)
    expect((await record(child.id + 100_000)).status).toBe(404)
    expect((await login(child)).status).toBe(401)
    expect((await db.execute(sql`select 1 from consents where user_id = ${child.id}`)).rows).toEqual([])
  })

  it('is withdrawn by a curator when the parent does so in writing, and may be given again', async () => {
    const child = await waitingChild()
    expect((await withdraw(child.id, 'parent-consent')).status).toBe(409)
    await record(child.id, { documents: ['parent-consent', 'publication'] })
    const { body } = await withdraw(child.id, 'publication')
    expect(body.consents[0]).toMatchObject({ document: { slug: 'publication' }, withdrawn_at: expect.any(String) })
    expect((await findUser(db, child.id))?.erase_at).toBeNull()
    expect((await withdraw(child.id, 'parent-consent')).status).toBe(200)
    expect((await findUser(db, child.id))?.erase_at).toEqual(expect.any(String))
    expect((await withdraw(child.id, 'parent-consent')).status).toBe(409)
    const old = sql`update sessions set password_at = now() - interval '1 hour' where user_id = ${curator.id}`
    await db.execute(old)
    const { status, body: refusal } = await withdraw(child.id, 'publication')
    expect([status, refusal.type]).toEqual([403, 'urn:praktika:problem:password-needed'])
    await db.execute(sql`update sessions set password_at = now() where user_id = ${curator.id}`)
    const erase_at = (await findUser(db, child.id))?.erase_at
    expect((await record(child.id)).status).toBe(201)
    expect((await findUser(db, child.id))?.erase_at).toBeNull()
    expect((await login(child)).status).toBe(200)
    // that nothing is erased any more is in the journal, as after the parent's link
    const { body: audit } = await call('GET', `/api/audit?about_id=${child.id}`, { token: curator.token })
    expect(audit.entries[0]).toMatchObject({ kind: 'consent-given', before: { erase_at }, after: { erase_at: null } })
  })

  it('keeps no account that is erased at a written request from before it was withdrawn', async () => {
    const child = await waitingChild()
    await record(child.id)
    const asked = { token: curator.token, body: { password: demoPassword } }
    const { erase_at } = (await call('POST', `/api/users/${child.id}/erasure`, asked)).body
    await db.execute(sql`update erasures set asked_at = asked_at - interval '1 minute' where user_id = ${child.id}`)
    expect((await withdraw(child.id, 'parent-consent')).status).toBe(200)
    expect((await record(child.id)).status).toBe(201)
    expect((await findUser(db, child.id))?.erase_at).toBe(erase_at)
    const { body: audit } = await call('GET', `/api/audit?about_id=${child.id}`, { token: curator.token })
    expect(audit.entries[0]).toMatchObject({ kind: 'consent-given', after: { by_parent: true, on_paper: true } })
    expect(audit.entries[0].after).not.toHaveProperty('erase_at')
  })

  it('keeps an account that an earlier version began to erase, by a clock that was behind the database', async () => {
    const child = await waitingChild()
    await record(child.id)
    expect((await withdraw(child.id, 'parent-consent')).status).toBe(200)
    await db.execute(sql`update erasures set asked_at = asked_at - interval '9 seconds' where user_id = ${child.id}`)
    expect((await record(child.id)).status).toBe(201)
    expect((await findUser(db, child.id))?.erase_at).toBeNull()
  })

  it('is in the child’s export with the scan and in no curator’s, and is erased with the child', async () => {
    const child = await waitingChild()
    const recorder = await signedIn({ role: 'curator' })
    const { id } = await scan(recorder.id)
    await record(child.id, { file_id: id }, recorder.token)
    const filesOf = async (token: string, userId: number) => {
      const { status, body } = await call('GET', `/api/users/${userId}/export`, { token })
      expect(status).toBe(200)
      return String(body).includes('Согласие.pdf')
    }
    expect(await filesOf(await signInAs(db, child), child.id)).toBe(true)
    expect(await filesOf(recorder.token, recorder.id)).toBe(false)
    await withdraw(child.id, 'parent-consent')
    await db.execute(sql`
      with due as (update users set erase_at = now() - interval '1 second' where id = ${child.id} returning erase_at)
      update effects set visible_at = now() - interval '1 second', payload = jsonb_set(payload, '{erase_at}', to_jsonb((
        select to_char(erase_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from due)))
      where kind = 'account-erased' and payload->>'user_id' = ${String(child.id)}`)
    await runEffects()
    expect((await findUser(db, child.id))?.erased_at).toEqual(expect.any(String))
    expect(await deps.files.size(id)).toBeNull()
    const { rows } = await db.execute(sql`select parent, signed_on::text from consents where user_id = ${child.id}`)
    expect(rows).toEqual([{ parent: null, signed_on: '2026-09-01' }])
  })
})

describe('a child who waits for a parent', () => {
  it('gets in by no way: password, reset, invitation, a link from before', async () => {
    const child = await buildUser(db, { birth_date: bornYearsAgo(9), awaits_parent_at: new Date().toISOString() })
    const signIn = () => call('POST', '/api/auth/login', { body: { email: child.email, password: demoPassword } })
    const refused = { status: 401, body: { type: 'urn:praktika:problem:parent-awaited' } }
    expect(await signIn()).toMatchObject(refused)
    await call('POST', '/api/auth/forgot-password', { body: { email: child.email } })
    expect(await lettersTo(child.email)).toEqual([])
    const link = await openPasswordReset(db, child.id, 1)
    const reset = { email: child.email, token: link, password: demoPassword }
    expect((await call('POST', '/api/auth/reset-password', { body: reset })).status).toBe(200)
    expect(await signIn()).toMatchObject(refused)
    const slips = await call('POST', '/api/users/passwords', { token: curator.token, body: { user_ids: [child.id] } })
    expect(slips.status).toBe(403)
  })

  it('is a person whom the school finds to be one, and nobody who is old enough by now', async () => {
    const child = await signedIn()
    const setBirth = (birth_date: string) =>
      call('PUT', `/api/users/${child.id}`, { token: curator.token, body: { birth_date } })
    const parent = 'found-out@home.example'
    const parents = [{ name: '', email: parent }]
    await call('PUT', `/api/users/${child.id}/parents`, { token: curator.token, body: { parents } })
    expect((await setBirth(bornYearsAgo(10))).body.user.awaits_parent_at).toEqual(expect.any(String))
    expect((await call('GET', '/api/auth/user', { token: child.token })).status).toBe(401)
    expect(await lettersTo(parent)).toHaveLength(1)
    expect((await setBirth(bornYearsAgo(15))).body.user.awaits_parent_at).toBeNull()
    // a parent who has agreed has agreed
    expect((await record(child.id)).status).toBe(201)
    expect((await setBirth(bornYearsAgo(11))).body.user.awaits_parent_at).toBeNull()
  })
})
