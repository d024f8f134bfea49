import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AskedConsent, Consent } from '#contract/consents/consents.schema.ts'
import { dayMs } from '#contract/durations.ts'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { consents } from '#server/consents/consents.table.ts'
import { documentVersionsInForce, insertVersion } from '#server/documents/documents.repo.ts'
import { eraseUserRow } from '#server/privacy/erase-account.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { projects } from '#server/projects/projects.table.ts'
import { testApp } from '#server/testing/app.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let person: Signed
let curator: Signed

beforeEach(async () => {
  person = await signedIn()
  curator = await signedIn({ role: 'curator' })
})

const see = (of: Signed, by: Signed) => call('GET', `/api/users/${of.id}/consents`, { token: by.token })
const give = (document: string, { version, by = person }: { version?: number; by?: Signed } = {}) =>
  call('POST', `/api/users/${by.id}/consents`, {
    token: by.token,
    body: { document, ...(version === undefined ? {} : { version }) },
  })
const withdraw = (document: string, { by = person, password }: { by?: Signed; password?: string } = {}) =>
  call('POST', `/api/users/${by.id}/consents/${document}/withdrawal`, {
    token: by.token,
    body: password === undefined ? {} : { password },
  })
const keep = (who: Signed, by = who) => call('DELETE', `/api/users/${who.id}/erasure`, { token: by.token })
const eraseAtOf = async (who: Signed) => {
  const { rows } = await db.execute<{ erase_at: Date | null }>(sql`select erase_at from users where id = ${who.id}`)
  return rows[0]?.erase_at ?? null
}
const rowsOf = (who: Signed) => db.select().from(consents).where(sql`user_id = ${who.id}`).orderBy(consents.id)
const publishNext = async (slug: 'publication' | 'personal-data') => {
  const version = ((await documentVersionsInForce(db)).get(slug) ?? 0) + 1
  await insertVersion(db, { slug, version, content: `<p>${crypto.randomUUID()}</p>` })
  return version
}

describe('giving a consent', () => {
  it('journals the text, the moment and the address', async () => {
    const { status, body } = await give('publication')
    expect(status).toBe(201)
    const version = (await documentVersionsInForce(db)).get('publication')
    expect(body.consents).toEqual([
      {
        id: expect.any(Number),
        document: {
          slug: 'publication',
          title: 'Согласие на обработку персональных данных, разрешённых для распространения',
        },
        version,
        address: '127.0.0.1',
        given_at: expect.stringMatching(/Z$/),
        parent: null,
        paper: null,
        withdrawn_at: null,
        withdrawn_address: null,
      },
    ])
    expect(body.asked.map(({ document, given }: AskedConsent) => [document.slug, given !== null])).toEqual([
      ['personal-data', false],
      ['publication', true],
    ])
  })

  it('writes one line for each text, however often and simultaneously it is given', async () => {
    await Promise.all(Array.from({ length: 10 }, () => give('publication')))
    expect(await rowsOf(person)).toHaveLength(1)
    const version = await publishNext('publication')
    expect((await see(person, person)).body.asked.at(-1)).toMatchObject({ version, given: { version: version - 1 } })
    await give('publication')
    expect((await rowsOf(person)).map((row) => row.version)).toEqual([version - 1, version])
  })

  it('is refused when another text was read, and for a document that is not agreed to this way', async () => {
    const version = await publishNext('publication')
    expect((await give('publication', { version: version - 1 })).status).toBe(409)
    expect((await give('publication', { version })).status).toBe(201)
    for (const document of ['parent-consent', 'privacy', 'secret', '']) expect((await give(document)).status).toBe(422)
  })

  it('is not accepted from children', async () => {
    const child = await signedIn({ birth_date: `${new Date().getFullYear() - 10}-01-01` })
    expect((await see(child, child)).body.asked.map(({ own }: AskedConsent) => own)).toEqual([false, false])
    expect((await see(person, person)).body.asked.map(({ own }: AskedConsent) => own)).toEqual([true, true])
    expect((await give('publication', { by: child })).status).toBe(409)
    expect(await rowsOf(child)).toEqual([])
  })

  it('is shown to curators in their view of a person, and to nobody else', async () => {
    await give('publication')
    expect((await see(person, curator)).body.consents).toHaveLength(1)
    expect((await see(person, await signedIn({ role: 'teacher' }))).status).toBe(403)
    expect((await call('GET', `/api/users/${person.id}/consents`)).status).toBe(401)
    const asCurator = { token: curator.token, body: { document: 'publication' } }
    expect((await call('POST', `/api/users/${person.id}/consents`, asCurator)).status).toBe(403)
    const withdrawal = `/api/users/${person.id}/consents/publication/withdrawal`
    expect((await call('POST', withdrawal, asCurator)).status).toBe(403)
    expect(await rowsOf(person)).toHaveLength(1)
  })
})

describe('taking a consent back', () => {
  it('keeps the line with the moment and the address, and can be given again', async () => {
    await give('publication')
    const { status, body } = await withdraw('publication')
    expect(status).toBe(200)
    expect(body.consents[0]).toMatchObject({ withdrawn_at: expect.any(String), withdrawn_address: '127.0.0.1' })
    expect(body.asked.at(-1).given).toBeNull()
    await give('publication')
    expect((await rowsOf(person)).map((row) => row.withdrawn_at === null)).toEqual([false, true])
  })

  it('changes nothing when there is none, and nothing twice', async () => {
    expect((await withdraw('publication')).status).toBe(200)
    await give('publication')
    const [first] = (await withdraw('publication')).body.consents
    await withdraw('publication')
    expect((await see(person, person)).body.consents).toEqual([first])
    expect((await withdraw('privacy')).status).toBe(404)
  })

  it('shows the projects that everybody saw to the school alone', async () => {
    const own = await buildProject(db, { authors: [person.id] })
    const own2 = await buildProject(db, { authors: [person.id] })
    const foreign = await buildProject(db, { authors: [curator.id] })
    await db.update(projects).set({ visibility: 'link' }).where(sql`id = ${own2.id}`)
    const seen = async () => {
      const rows = await db
        .select()
        .from(projects)
        .where(sql`id in (${own.id}, ${own2.id}, ${foreign.id})`)
        .orderBy(projects.id)
      return rows.map(({ visibility }) => visibility)
    }
    await withdraw('publication')
    expect(await seen()).toEqual(['public', 'link', 'public'])
    await give('publication')
    await withdraw('publication')
    expect(await seen()).toEqual(['school', 'link', 'public'])
  })

  it('begins to erase the account when it was for personal data, after checking the password', async () => {
    await give('personal-data')
    for (const password of [undefined, '', 'не тот']) {
      const { status, body } = await withdraw('personal-data', password === undefined ? {} : { password })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['password']])
    }
    // one of a moment ago, as every way to erase the account asks for: with it the second factor was given
    const passwordAt = (at: SQL) =>
      db.execute(sql`update sessions set password_at = ${at} where user_id = ${person.id}`)
    await passwordAt(sql`now() - interval '16 minutes'`)
    const { status, body } = await withdraw('personal-data', { password: demoPassword })
    expect([status, body.type]).toEqual([403, 'urn:praktika:problem:password-needed'])
    expect([await eraseAtOf(person), (await rowsOf(person))[0]?.withdrawn_at]).toEqual([null, null])
    expect((await withdraw('publication')).status).toBe(200)
    await passwordAt(sql`now()`)
    expect((await withdraw('personal-data', { password: demoPassword })).status).toBe(200)
    const days = (Date.parse(String(await eraseAtOf(person))) - Date.now()) / dayMs
    expect(Math.round(days)).toBe(14)
    // the person can still cancel it
    expect((await call('GET', '/api/auth/user', { token: person.token })).status).toBe(200)
  })

  it('keeps the account only with a new consent to the text in force', async () => {
    await give('personal-data')
    await withdraw('personal-data', { password: demoPassword })
    const refused = await keep(person)
    expect([refused.status, refused.body.type]).toEqual([409, expect.stringContaining('consent-needed')])
    // nobody agrees for somebody else, not even curators
    expect((await keep(person, curator)).body.detail).toContain('только он сам')
    expect(await eraseAtOf(person)).not.toBeNull()
    const version = await publishNext('personal-data')
    await give('personal-data', { version })
    expect((await keep(person)).status).toBe(204)
    expect(await eraseAtOf(person)).toBeNull()
    expect((await rowsOf(person)).map((row) => [row.version, row.withdrawn_at === null])).toEqual([
      [version - 1, false],
      [version, true],
    ])
  })

  it('leaves somebody who only asked to be erased the consent they gave', async () => {
    await give('personal-data')
    await call('POST', `/api/users/${person.id}/erasure`, { token: person.token, body: { password: demoPassword } })
    expect((await keep(person)).status).toBe(204)
    expect(await rowsOf(person)).toMatchObject([{ withdrawn_at: null }])
  })

  it('is refused to one of two curators who take theirs back at the same moment', async () => {
    for (let time = 0; time < 5; time += 1) {
      await db.execute(sql`update users set active = false where role = 'curator'`)
      const curators = await Promise.all([signedIn({ role: 'curator' }), signedIn({ role: 'curator' })])
      for (const by of curators) await give('personal-data', { by })
      const responses = await Promise.all(
        curators.map((by) => withdraw('personal-data', { by, password: demoPassword })),
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })
})

describe('the journal', () => {
  it('shows curators everything, newest first, searchable by text and document', async () => {
    const child = await signedIn({ name: 'Костя', surname: 'Ёжиков' })
    await insertConsents(db, [
      {
        user_id: child.id,
        document: 'parent-consent',
        version: 1,
        address: '10.0.0.1',
        parent: { name: 'Анна Ёжикова', email: 'anna@home.example' },
      },
    ])
    await give('publication', { by: child })
    const list = async (query: string) => (await call('GET', `/api/consents${query}`, { token: curator.token })).body
    const all = await list(`?search=${encodeURIComponent('ежиков')}`)
    expect(all.consents.map(({ document }: Consent) => document.slug)).toEqual(['publication', 'parent-consent'])
    expect(all).toMatchObject({ page: 1, pages: 1, total: 2 })
    expect(all.consents[1]).toMatchObject({
      user: { id: child.id, surname: 'Ёжиков', email: child.user.email },
      parent: { name: 'Анна Ёжикова', email: 'anna@home.example' },
    })
    expect((await list('?search=anna@home.example')).total).toBe(1)
    expect((await list('?document=parent-consent')).total).toBe(1)
    expect((await list('?search=%25')).total).toBe(0)
    expect((await call('GET', '/api/consents', { token: child.token })).status).toBe(403)
  })

  it('has pages', async () => {
    const many = Array.from({ length: 51 }, () => ({
      user_id: person.id,
      document: 'publication' as const,
      version: 1,
      address: '127.0.0.1',
    }))
    await insertConsents(db, many)
    const path = `/api/consents?search=${encodeURIComponent(person.user.email)}`
    const first = (await call('GET', path, { token: curator.token })).body
    const second = (await call('GET', `${path}&page=2`, { token: curator.token })).body
    expect([first.consents.length, second.consents.length, first.pages, first.total]).toEqual([50, 1, 2, 51])
    const ids = [...first.consents, ...second.consents].map(({ id }: { id: number }) => id)
    expect(new Set(ids).size).toBe(51)
  })

  it('has no address of somebody who was erased, and says so', async () => {
    const gone = await signedIn({ surname: 'Исчезнув' })
    await give('publication', { by: gone })
    await eraseUserRow(db, gone.id, new Date().toISOString())
    await db.execute(sql`update users set surname = 'Исчезнув' where id = ${gone.id}`)
    const search = `search=${encodeURIComponent('Исчезнув')}`
    const { body } = await call('GET', `/api/consents?${search}`, { token: curator.token })
    expect(body.consents).toMatchObject([{ user: { id: gone.id, email: null, erased: true } }])
    const table = await call('GET', `/api/consents/export?${search}&time_zone=Europe/Moscow`, { token: curator.token })
    expect(table.body).not.toContain('erased')
  })

  it('is exported as a table in which nothing can run', async () => {
    const sly = await signedIn({ name: '=cmd()', surname: 'Хитров' })
    await give('publication', { by: sly })
    const path = `/api/consents/export?search=${encodeURIComponent('Хитров')}&time_zone=Europe/Moscow`
    const { status, body, headers } = await call('GET', path, { token: curator.token })
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const [heading, line, ...rest] = body.trim().split('\r\n')
    expect(heading).toMatch(/^.?"Фамилия";"Имя";"Почта";"Документ";"Версия текста";"Дано/)
    expect(line).toContain(`"Хитров";"'=cmd()";"${sly.user.email}";`)
    expect(rest).toEqual([])
    const many = Array.from({ length: 2001 }, (_, nth) => ({
      user_id: sly.id,
      document: 'publication' as const,
      version: 1,
      address: `n${nth}`,
    }))
    await insertConsents(db, many)
    const all: string = (await call('GET', path, { token: curator.token })).body
    expect(new Set(all.match(/"n\d+"/g)).size).toBe(2001)
    expect(all.trim().split('\r\n')).toHaveLength(1 + 2001 + 1)
    expect((await call('GET', '/api/consents/export?time_zone=Mars', { token: curator.token })).status).toBe(422)
    expect((await call('GET', '/api/consents/export', { token: person.token })).status).toBe(403)
  })
})
