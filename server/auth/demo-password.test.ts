import { expect, it } from 'vitest'
import { publishedPassword } from '#server/auth/demo-password.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const open = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })
const demo = await testApp({ env: { PUBLIC_URL: 'https://school.example', DEMO: 'true' } })
const local = await testApp({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } })

const signIn = async ({ db, call }: typeof open, email: string) => {
  await buildUser(db, { email, role: 'curator' })
  return call('POST', '/api/auth/login', { body: { email, password: publishedPassword } })
}

it('the published password opens no account of the demo school on a site that others can reach', async () => {
  const { status, body } = await signIn(open, 'curator@demo.example')
  expect([status, body.type, body.detail]).toEqual([
    403,
    'urn:praktika:problem:account-off',
    expect.stringMatching(/его знают все/),
  ])
  const wrong = { email: 'curator@demo.example', password: 'another-password' }
  expect((await open.call('POST', '/api/auth/login', { body: wrong })).status).toBe(401)
})

it('it opens them where the site is a demo, or this machine’s own', async () => {
  expect((await signIn(demo, 'curator@demo.example')).status).toBe(200)
  expect((await signIn(local, 'curator@demo.example')).status).toBe(200)
})

it('others have it as any password', async () => {
  expect((await signIn(open, 'maria@school.example')).status).toBe(200)
})
