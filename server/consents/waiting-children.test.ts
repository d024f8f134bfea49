import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WaitingChild } from '#contract/consents/waiting-children.schema.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { endWaitsByAge } from '#server/consents/follow-birth-dates.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, signedIn, runEffects, outbox } = await testApp()
const curator = await signedIn({ role: 'curator' })
const { token } = curator

beforeEach(() => db.update(users).set({ active: false }).where(sql`awaits_parent_at is not null`))

const birth_date = `${new Date().getFullYear() - 9}-01-01`
let children = 0
/** A child made by the school; returns the id and the parent's address. */
const makeChild = async (parent_email = `mother-${children}@home.example`) => {
  children += 1
  const person = { name: 'Лев', surname: `Ким`, role: 'student', login: `kim.${children}`, birth_date, parent_email }
  const { status, body } = await call('POST', '/api/users', { token, body: person })
  expect(status).toBe(201)
  return { id: body.user.id as number, parent_email }
}
const waiting = async (query = '') =>
  (await call('GET', `/api/consents/waiting${query}`, { token })).body.waiting as WaitingChild[]
const remind = async (user_ids?: number[]) =>
  (await call('POST', '/api/consents/waiting/reminders', { token, ...(user_ids && { body: { user_ids } }) })).body
const dayLater = () => db.execute(sql`update consent_requests set asked_at = asked_at - interval '25 hours'`)
const lettersTo = async (email: string) => {
  await runEffects()
  return (await readLetters(outbox)).filter(({ to }) => to === email)
}

describe('the list of children who wait for a parent', () => {
  it('shows class, parents and letters, who waits longest first', async () => {
    const [first, second] = [await makeChild(), await makeChild('')]
    const cohort = await buildCohort(db, {
      by: { id: curator.id, role: 'curator' },
      name: '3 «А»',
      students: [first.id],
    })
    await runEffects()
    const list = await waiting()
    expect(list).toMatchObject([
      {
        user: { id: first.id },
        birth_date,
        classes: [{ id: cohort, name: '3 «А»' }],
        parents: [{ name: '', email: first.parent_email }],
        since: expect.any(String),
        sent_at: expect.any(String),
        letters: 1,
        can_remind: false,
      },
      { user: { id: second.id }, classes: [], parents: [], sent_at: null, letters: 0, can_remind: false },
    ])
    expect(await waiting(`?search=${encodeURIComponent('ким лев')}`)).toHaveLength(2)
    expect(await waiting('?search=orlov')).toEqual([])
  })

  it('reminds one, several or all, each once a day, and says what was sent', async () => {
    const [first, second, third] = [await makeChild(), await makeChild(), await makeChild('')]
    await runEffects()
    expect(await remind([first.id, third.id])).toEqual({
      sent: [],
      too_soon: [first.id],
      without_address: [third.id],
    })
    await dayLater()
    expect((await waiting()).map(({ can_remind }) => can_remind)).toEqual([true, true, false])
    const both = await Promise.all([remind([first.id]), remind([first.id])])
    expect(both.map(({ sent }) => sent.length).toSorted()).toEqual([0, 1])
    expect(await remind()).toEqual({ sent: [second.id], too_soon: [first.id], without_address: [third.id] })
    expect(await lettersTo(first.parent_email)).toHaveLength(2)
    expect(await waiting()).toMatchObject([{ letters: 2 }, { letters: 2 }, { letters: 0 }])
    // who does not wait is reminded of nothing
    expect(await remind([curator.id])).toEqual({ sent: [], too_soon: [], without_address: [] })
    expect((await call('POST', '/api/consents/waiting/reminders', { token, body: { user_ids: 'x' } })).status).toBe(422)
  })

  it('writes to an address at once that the curator has corrected, and the wrong one agrees to nothing', async () => {
    const child = await makeChild()
    const tokenOf = (text = '') => /token=([\w-]+)/.exec(text)?.[1]
    const wrong = tokenOf((await lettersTo(child.parent_email))[0]?.text)
    const parents = [{ name: 'Анна Ким', email: 'right@home.example' }]
    await call('PUT', `/api/users/${child.id}/parents`, { token, body: { parents } })
    const [letter] = await lettersTo('right@home.example')
    const agree = (link?: string) =>
      call('POST', '/api/auth/parent-consent', { body: { token: link, name: 'Анна Ким' } })
    expect((await agree(wrong)).status).toBe(422)
    expect((await agree(tokenOf(letter?.text))).status).toBe(200)
    expect(await waiting()).toEqual([])
    const later = [...parents, { name: '', email: 'other@home.example' }]
    await call('PUT', `/api/users/${child.id}/parents`, { token, body: { parents: later } })
    expect(await lettersTo('other@home.example')).toEqual([])
  })

  it('loses who grows old enough to agree alone', async () => {
    const child = await makeChild()
    await db.execute(sql`update users set birth_date = current_date - interval '14 years' where id = ${child.id}`)
    await endWaitsByAge(db)
    expect(await waiting()).toEqual([])
  })
})
