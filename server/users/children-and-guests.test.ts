import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { agreeToPublication } from '#server/consents/consents.factory.ts'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { projectComments } from '#server/projects/projects.table.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
const bornYearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`

let reader: Signed
let child: Signed

beforeEach(async () => {
  await mergeSettings(db, 'school', { consent_age: 14 }, null)
  reader = await signedIn()
  child = await signedIn({ name: 'Костя', surname: 'Ёлкин', birth_date: bornYearsAgo(11) })
  await insertConsents(db, [{ user_id: child.id, document: 'parent-consent', version: 1, address: '127.0.0.1' }])
})

const statuses = async (path: string) =>
  Promise.all(
    [{}, { token: reader.token }, { token: child.token }].map(async (by) => (await call('GET', path, by)).status),
  )

describe('a child without the parent’s consent to publication', () => {
  it('has a profile for the school alone', async () => {
    expect(await statuses(`/api/users/${child.id}`)).toEqual([404, 200, 200])
    expect((await call('GET', `/og/user-${child.id}.png`)).status).toBe(404)
    await agreeToPublication(db, child.id)
    expect(await statuses(`/api/users/${child.id}`)).toEqual([200, 200, 200])
  })

  it('has projects by link for the school alone, also as a co-author', async () => {
    const key = 'a-key-nobody-guesses'
    const own = await buildProject(db, { authors: [child.id], visibility: 'link', link_key: key })
    const shared = await buildProject(db, { authors: [reader.id, child.id], visibility: 'link', link_key: key })
    for (const { id } of [own, shared])
      expect(await statuses(`/api/projects/${id}?key=${key}`)).toEqual([404, 200, 200])
    await agreeToPublication(db, child.id)
    for (const { id } of [own, shared])
      expect(await statuses(`/api/projects/${id}?key=${key}`)).toEqual([200, 200, 200])
  })

  it('is hidden from guests on public projects of others', async () => {
    const { id: project_id } = await buildProject(db, { authors: [reader.id] })
    await db.insert(projectComments).values({ project_id, user_id: child.id, text: 'Красиво!' })
    const textOf = async (by: object) => (await call('GET', `/api/projects/${project_id}`, by)).body.project.comments
    expect(await textOf({})).toEqual([])
    expect(await textOf({ token: reader.token })).toMatchObject([{ text: 'Красиво!', user: { name: 'Костя' } }])
  })

  it('is anybody below the age that the school has set', async () => {
    const registeredAlone = await signedIn({ birth_date: bornYearsAgo(15) })
    const path = `/api/users/${registeredAlone.id}`
    expect((await call('GET', path)).status).toBe(200)
    await mergeSettings(db, 'school', { consent_age: 16 }, null)
    expect((await call('GET', path)).status).toBe(404)
  })

  it('is nobody without a birth date or old enough', async () => {
    expect((await call('GET', `/api/users/${reader.id}`)).status).toBe(200)
    const grown = await signedIn({ birth_date: bornYearsAgo(30) })
    expect((await call('GET', `/api/users/${grown.id}`)).status).toBe(200)
    await db.execute(sql`delete from consents where user_id = ${child.id}`)
    expect((await call('GET', `/api/users/${child.id}`)).status).toBe(404)
  })
})
