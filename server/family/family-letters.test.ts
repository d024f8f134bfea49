import { inArray, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { effects } from '#server/effects/effects.table.ts'
import { familySchool } from '#server/family/family.fixture.ts'
import { nextLetterAt } from '#server/family/family-letters.ts'
import { testApp } from '#server/testing/app.ts'
import { users } from '#server/users/users.table.ts'

const site = await testApp()
const { app, db, call } = site
const school = () => familySchool(site)
const see = (token: string) => call('GET', `/api/family/${token}`)

describe('the weekly letter', () => {
  const set = (token: string, weekly: boolean) => call('PUT', `/api/family/${token}`, { body: { weekly } })
  /** Carries out the planned letters of the week. */
  const pass = () => db.update(effects).set({ visible_at: new Date().toISOString() }).where(sql`kind = 'family-news'`)
  const planned = async (email: string) =>
    (await db.select().from(effects).where(sql`kind = 'family-news'`)).filter(
      ({ payload }) => (payload as { email: string }).email === email,
    )

  it('comes once a week while the parent wants it', async () => {
    const { link, letters, email } = await school()
    const token = await link()
    expect((await set(token, true)).body.family.weekly).toBe(true)
    await set(token, true)
    expect(await planned(email)).toHaveLength(1)
    await pass()
    const news = (await letters()).at(-1)
    expect(news?.text).toContain('Подробности — на странице для родителей')
    for (const text of ['«Плакат»: принято, 8 из 10. Хорошая сетка.', '«Афиша», до', '«Буклет», до', '«Ответ у доски»'])
      expect(news?.text).toContain(text)
    // its own link works, and so does the lasting one
    expect((await see(/\/family\/([\w-]+)/.exec(news?.text ?? '')?.[1] as string)).status).toBe(200)
    expect((await see(token)).status).toBe(200)
    expect(await planned(email)).toHaveLength(1)
    // the button of mail programs stops the letters, too
    const stop = /\/family\/[\w-]+/.exec(news?.text ?? '')?.[0] as string
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const stopped = await app.inject({ method: 'POST', url: stop, headers, payload: 'List-Unsubscribe=One-Click' })
    expect(stopped.statusCode).toBe(204)
    expect((await see(token)).body.family.weekly).toBe(false)
    expect((await app.inject({ method: 'POST', url: '/family/unknown', headers, payload: '' })).statusCode).toBe(422)
    expect((await set(token, true)).body.family.weekly).toBe(true)
    expect((await set(token, false)).body.family.weekly).toBe(false)
    await pass()
    const before = (await letters()).length
    expect(before).toBe(2)
    expect(await planned(email)).toHaveLength(0)
  })

  it('comes again after weeks in which there was nothing to see', async () => {
    const { link, letters, email, anna, boris } = await school()
    await set(await link(), true)
    const active = (value: boolean) =>
      db
        .update(users)
        .set({ active: value })
        .where(inArray(users.id, [anna.id, boris.id]))
    await active(false)
    await pass()
    expect(await letters()).toHaveLength(1)
    expect(await planned(email)).toHaveLength(1)
    await active(true)
    await pass()
    expect(await letters()).toHaveLength(2)
  })

  it('begins where the last one ended, however late that or this one was', async () => {
    const { link, letters, email } = await school()
    await set(await link(), true)
    const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
    const start = Date.now()
    await pass()
    await letters()
    const [next] = await planned(email)
    const { from } = (next?.payload ?? {}) as { from?: string }
    expect(Date.parse(from ?? '')).toBeGreaterThanOrEqual(start)
    await db.execute(sql`update reviews set created_at = ${daysAgo(9)}`)
    for (const [days, isIn] of [
      [10, true],
      [8, false],
    ] as const) {
      await db.execute(sql`update effects set payload = jsonb_set(payload, '{from}', to_jsonb(${daysAgo(days)}::text))
        where kind = 'family-news'`)
      await pass()
      expect((await letters()).at(-1)?.text.includes('«Плакат»: принято')).toBe(isIn)
    }
  })

  it('is not sent again on the same Friday where this clock is behind the database’s', async () => {
    const { link, letters, email } = await school()
    await set(await link(), true)
    await pass()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-04T13:59:59.700Z') })
    await letters()
    vi.useRealTimers()
    expect((await planned(email)).map(({ visible_at }) => visible_at)).toEqual(['2026-12-11T14:00:00.000Z'])
  })

  it('is planned for Friday, 17:00 in Moscow', () => {
    expect(nextLetterAt(new Date('2026-11-24T18:00:00Z'))).toBe('2026-11-27T14:00:00.000Z')
    expect(nextLetterAt(new Date('2026-11-27T13:59:00Z'))).toBe('2026-11-27T14:00:00.000Z')
    expect(nextLetterAt(new Date('2026-11-27T14:00:00Z'))).toBe('2026-12-04T14:00:00.000Z')
  })
})
