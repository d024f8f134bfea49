import { globSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, endpoints } from '#contract/api.ts'
import { rightOfCall } from '#contract/right-of-call.ts'
import { people, rights } from '#contract/rights.ts'
import { testApp } from '#server/testing/app.ts'
import { users } from '#server/users/users.table.ts'

const { db, call, signedIn } = await testApp()

test('the table lists every call, and nothing else', () => {
  const calls = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(rights).toSorted()).toEqual(calls.toSorted())
})

test('every call that curators may make and other teachers may not needs a right', () => {
  const [teacher, curator] = [people.indexOf('otherTeacher'), people.indexOf('curator')]
  const missing = endpoints.filter((endpoint) => {
    const statuses = rights[`${endpoint.method} ${endpoint.path}`] ?? []
    return statuses[teacher] !== statuses[curator] && rightOfCall(endpoint) === undefined
  })
  expect(missing).toEqual([])
})

test('every domain makes its calls as everybody', () => {
  const tests = globSync('*/rights.test.ts', { cwd: import.meta.dirname })
  const text = tests.map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8')).join('\n')
  const tested = [...text.matchAll(/testRights\([^{]*?\bapi\.(\w+)/g)].map(([, domain]) => domain)
  expect(tested.toSorted()).toEqual(Object.keys(api).toSorted())
})

test('a deactivated account is a guest', async () => {
  const { user, token } = await signedIn()
  await db.update(users).set({ active: false }).where(eq(users.id, user.id))
  expect((await call('GET', '/api/auth/user', { token })).status).toBe(401)
})
