import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { listConsentsOf } from '#server/consents/consents.repo.ts'
import { runDueEffects } from '#server/effects/effects.ts'
import { effectHandlers } from '#server/effects/handlers.ts'
import { AddressRefused, type Mailer } from '#server/mail/mailer.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { buildChild } from '#server/users/users.factory.ts'
import { findUser } from '#server/users/users.repo.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, config, deps, runEffects, outbox, signedIn } = await testApp()
let curator = ''

beforeAll(async () => {
  curator = (await signedIn({ role: 'curator' })).token
})

let children = 0
const lettersTo = async (email: string) => {
  await runEffects()
  return (await readLetters(outbox)).filter(({ to }) => to === email)
}
/** A child made by the school, with the token of the letter to a parent. */
const makeChild = async (changes: object = {}) => {
  children += 1
  const [email, parent_email] = [`made-${children}@school.example`, `mother-${children}@home.example`]
  const birth_date = `${new Date().getFullYear() - 9}-01-01`
  const person = { name: 'Лев', surname: 'Ким', role: 'student', email, birth_date, parent_email, ...changes }
  const { status, body } = await call('POST', '/api/users', { token: curator, body: person })
  expect(status).toBe(201)
  const [letter] = await lettersTo(parent_email)
  const link = new URL(/https?:\/\/\S+/.exec(letter?.text ?? '')?.[0] ?? '')
  return { id: body.user.id as number, email, parent_email, token: link.searchParams.get('token') as string }
}
const answer = (token: string, version?: number) =>
  call('POST', '/api/auth/parent-consent', { body: { token, name: 'Анна Ким', version } })

describe('the account of a child made by the school', () => {
  it('opens once the parent agrees by the link, and the child is invited', async () => {
    const child = await makeChild()
    expect(await lettersTo(child.email)).toEqual([])
    const shown = await call('GET', `/api/auth/parent-consent?token=${child.token}`)
    expect([shown.status, shown.body.name]).toEqual([200, 'Лев'])
    // the link of a parent confirms no address
    expect((await call('POST', '/api/auth/confirm-email', { body: { token: child.token } })).status).toBe(422)
    expect((await answer(child.token, 99)).status).toBe(409)
    const answers = await Promise.all([answer(child.token), answer(child.token), answer(child.token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect((await findUser(db, child.id))?.awaits_parent_at).toBeNull()
    expect(await listConsentsOf(db, child.id)).toMatchObject([
      { document: 'parent-consent', parent: { name: 'Анна Ким', email: child.parent_email } },
    ])
    expect(await lettersTo(child.email)).toHaveLength(1)
    expect((await lettersTo(child.parent_email)).at(-1)?.text).toContain('вы согласились')
  })

  it('says how a child without an address gets in', async () => {
    const child = await makeChild({ login: 'kim.lev', email: undefined })
    expect((await answer(child.token)).body).toEqual({ name: 'Лев', next: 'login' })
    expect((await answer((await makeChild()).token)).body).toEqual({ name: 'Лев', next: 'invitation' })
  })

  it('opens by the parent’s link also after its address was corrected', async () => {
    const child = await makeChild()
    const email = `corrected-${child.email}`
    expect((await call('PUT', `/api/users/${child.id}`, { token: curator, body: { email } })).status).toBe(200)
    expect((await answer(child.token)).body).toEqual({ name: 'Лев', next: 'invitation' })
    expect(await lettersTo(email)).toHaveLength(1)
  })

  it('is closed and erased in 14 days when the parent declines, and curators are notified', async () => {
    const child = await makeChild()
    expect((await call('GET', `/api/auth/parent-consent?token=${child.token}`)).body.by_school).toBe(true)
    expect((await call('DELETE', `/api/auth/parent-consent?token=${child.token}`)).status).toBe(204)
    const declined = await findUser(db, child.id)
    expect(declined).toMatchObject({ active: false, awaits_parent_at: expect.any(String) })
    expect(Date.parse(declined?.erase_at ?? '') - Date.now()).toBeGreaterThan(13 * dayMs)
    expect((await call('GET', '/api/erasures', { token: curator })).body.erasures).toMatchObject([
      { user: { id: child.id }, asked_by: null, erase_at: declined?.erase_at },
    ])
    expect((await answer(child.token)).status).toBe(422)
    expect(await lettersTo(child.email)).toEqual([])
    const { notifications } = (await call('GET', '/api/auth/user', { token: curator })).body.user
    expect(notifications.data).toMatchObject([
      { type: 'parent-declined', user: { id: child.id }, data: { title: expect.stringContaining('Лев Ким') } },
    ])
  })

  it('is erased when the 14 days are over', async () => {
    const child = await makeChild()
    await call('DELETE', `/api/auth/parent-consent?token=${child.token}`)
    await runEffects()
    const past = new Date(Date.now() - 1000).toISOString()
    await db.update(users).set({ erase_at: past }).where(sql`id = ${child.id}`)
    await db.execute(sql`update effects set visible_at = now(), payload = payload || ${JSON.stringify({ erase_at: past })}::jsonb
      where kind = 'account-erased'`)
    await runEffects()
    expect(await findUser(db, child.id)).toMatchObject({ birth_date: null, erased_at: expect.any(String) })
  })
})

describe('the letters to several parents of one child', () => {
  /** Carries out what is due with a mail server that does not take letters to one address, and repeats it at once. */
  const send = async (email: string, failure: Error) => {
    const links: string[] = []
    const mailer: Mailer = async ({ to, text }) => {
      if (to === email) throw failure
      links.push(new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '')
    }
    for (const _time of [1, 2]) {
      await runDueEffects(db, effectHandlers(config, mailer, deps.files), () => {})
      await db.execute(sql`update effects set visible_at = now()`)
    }
    return links
  }

  it.each([
    ['refuses', new AddressRefused('first@home.example', '550')],
    ['fails for', new Error('450')],
  ])('leave each by itself when the mail server %s one', async (_word, failure) => {
    await runEffects()
    children += 1
    const birth_date = `${new Date().getFullYear() - 9}-01-01`
    const { id } = await buildChild(db, {
      login: `kim.${children}`,
      birth_date,
      awaits_parent_at: new Date().toISOString(),
    })
    await db.execute(sql`insert into guardians (child_id, name, email) values
      (${id}, 'Анна', 'before@home.example'), (${id}, 'Олег', 'first@home.example'), (${id}, 'Ирина', 'after@home.example')`)
    expect(
      (await call('POST', '/api/consents/waiting/reminders', { token: curator, body: { user_ids: [id] } })).status,
    ).toBe(200)
    const links = await send('first@home.example', failure)
    expect(links).toHaveLength(2)
    for (const token of links) {
      expect((await call('GET', `/api/auth/parent-consent?token=${token}`)).status).toBe(200)
    }
    await db.execute(sql`delete from effects`)
  })
})
