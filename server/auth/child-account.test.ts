import { beforeAll, describe, expect, it } from 'vitest'
import { listConsentsOf } from '#server/consents/consents.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { findUser } from '#server/users/users.repo.ts'

const { db, call, runEffects, outbox, signedIn } = await testApp()
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
const makeChild = async () => {
  children += 1
  const [email, parent_email] = [`made-${children}@school.example`, `mother-${children}@home.example`]
  const birth_date = `${new Date().getFullYear() - 9}-01-01`
  const person = { name: 'Лев', surname: 'Ким', role: 'student', email, birth_date, parent_email }
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

  it('is deactivated when the parent declines', async () => {
    const child = await makeChild()
    expect((await call('DELETE', `/api/auth/parent-consent?token=${child.token}`)).status).toBe(204)
    expect(await findUser(db, child.id)).toMatchObject({ active: false, awaits_parent_at: expect.any(String) })
    expect((await answer(child.token)).status).toBe(422)
    expect(await lettersTo(child.email)).toEqual([])
  })
})
