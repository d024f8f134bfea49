import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { costlyCalls, maxCostlyAtOnce, readingLimits } from '#contract/http/reading-limits.ts'
import { createCallCounts } from '#server/http/call-counts.ts'
import { buildKey } from '#server/keys/keys.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { app, db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const other = await signedIn({ role: 'curator' })

it('lists calls that there are', () => {
  const all = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(costlyCalls.filter((name) => !all.includes(name))).toEqual([])
})

it('counts each caller within its window, and forgets those whose window is over', () => {
  let now = 0
  const counts = createCallCounts(() => now)
  const { count, window } = readingLimits.callsPerKey
  for (let nth = 0; nth < count; nth++) counts.count('callsPerKey', 1)
  now = window / 2
  expect(() => counts.count('callsPerKey', 1)).toThrow(
    expect.objectContaining({ code: 'too-many', retryAfter: window / 2000 }),
  )
  for (const [kind, id] of [
    ['callsPerKey', 2],
    ['callsPerTool', 1],
    ['exportsPerPerson', 1],
  ] as const)
    counts.count(kind, id)
  now = window
  counts.count('callsPerKey', 1)
  now = 20 * window
  for (let id = 100; id < 10_100; id++) counts.count('callsPerKey', id)
  expect(counts.size()).toBeLessThanOrEqual(10_000)
})

it('refuses somebody who takes one file with data after another, and nobody else', async () => {
  const take = (token: string) => call('GET', '/api/audit/export?format=csv', { token })
  expect((await take(curator.token)).status).toBe(200)
  for (let nth = 1; nth < readingLimits.exportsPerPerson.count; nth++)
    app.callCounts.count('exportsPerPerson', curator.id)
  const { status, body, headers } = await take(curator.token)
  expect([status, body.detail]).toEqual([429, 'Слишком много выгрузок подряд. Подождите несколько минут и повторите.'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(500)
  expect((await take(other.token)).status).toBe(200)
  // what screens read is not counted
  expect((await call('GET', '/api/audit', { token: curator.token })).status).toBe(200)
})

it('refuses a program that calls without a pause, and no other', async () => {
  const [{ token, id }, quiet] = await Promise.all([
    buildKey(db, curator.id, ['courses-read']),
    buildKey(db, curator.id, ['courses-read']),
  ])
  expect((await call('GET', '/api/courses', { token })).status).toBe(200)
  for (let nth = 1; nth < readingLimits.callsPerKey.count; nth++) app.callCounts.count('callsPerKey', id)
  const { status, body, headers } = await call('GET', '/api/courses', { token })
  expect([status, body.detail]).toEqual([429, 'Слишком много вызовов с этим ключом. Подождите немного и повторите.'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await call('GET', '/api/courses', { token: quiet.token })).status).toBe(200)
})

it('works on a few costly calls of one person at a time, whatever else they have sent', async () => {
  const letGo = await hold(db, sql`lock table audit_entries in access exclusive mode`)
  const many = Array.from({ length: 3 * maxCostlyAtOnce }, () =>
    call('GET', '/api/audit/check', { token: curator.token }),
  )
  try {
    await expect.poll(() => countWaiting(db)).toBe(maxCostlyAtOnce)
    many.push(call('GET', '/api/audit/check', { token: other.token }))
    await expect.poll(() => countWaiting(db)).toBe(maxCostlyAtOnce + 1)
  } finally {
    await letGo()
  }
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
