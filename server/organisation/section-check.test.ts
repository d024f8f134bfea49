import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { endOfCheck } from '#server/organisation/checked-section.fixture.ts'
import { beginSectionCheck, endSectionCheck } from '#server/organisation/section-check.repo.ts'
import { sectionChecks } from '#server/organisation/section-check.table.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()
const { token } = await signedIn({ role: 'curator' })

const check = async () => (await call('GET', '/api/organisation/check', { token })).body
const runs = async () => (await db.select().from(sectionChecks))[0]?.run

it('responds at once, and keeps the report of the run in the background', { timeout: 120_000 }, async () => {
  const first = await check()
  expect(first).toMatchObject({ state: 'running', total: 14, report: null })
  const { state, done, report } = await endOfCheck(call, token)
  expect({ state, done, pages: report?.pages.length }).toEqual({ state: 'ready', done: 14, pages: 14 })
  expect(await check()).toMatchObject({ state: 'ready', started_at: first.started_at, report })
  expect(await runs()).toBe(1)
})

it('runs again once the section has changed, and shows the last report in the meantime', {
  timeout: 120_000,
}, async () => {
  await endOfCheck(call, token)
  const before = await check()
  await call('PUT', '/api/settings/school', { token, body: { name: 'Другая школа' } })
  const during = await check()
  expect(during).toMatchObject({ state: 'running', report: before.report })
  const after = await endOfCheck(call, token)
  expect(after.report?.checked_at.localeCompare(before.report.checked_at)).toBe(1)
})

it('has one run at a time, whoever starts it', { timeout: 120_000 }, async () => {
  await endOfCheck(call, token)
  const before = (await runs()) ?? 0
  const responses = await Promise.all([1, 2, 3].map(() => call('POST', '/api/organisation/check', { token })))
  expect(responses.map(({ status, body }) => [status, body.state])).toEqual(Array(3).fill([202, 'running']))
  expect(await runs()).toBe(before + 1)
  expect((await endOfCheck(call, token)).state).toBe('ready')
})

it('takes over a run whose process died, and ignores later results of that one', { timeout: 120_000 }, async () => {
  const { report } = await endOfCheck(call, token)
  const dead = (await beginSectionCheck(db, 'mark')) ?? 0
  expect(await check()).toMatchObject({ state: 'running' })
  await db.update(sectionChecks).set({ alive_at: sql`now() - interval '1 minute'` })
  expect(await check()).toMatchObject({ state: 'running', report })
  expect(await runs()).toBe(dead + 1)
  await endSectionCheck(db, dead, null)
  expect((await endOfCheck(call, token)).state).toBe('ready')
})

it('reports that a run has failed, and waits until somebody starts it again', { timeout: 120_000 }, async () => {
  const { report } = await endOfCheck(call, token)
  const [kept] = await db.select().from(sectionChecks)
  const run = (await beginSectionCheck(db, kept?.section_mark ?? '')) ?? 0
  await endSectionCheck(db, run, null)
  expect(await check()).toMatchObject({ state: 'failed', report })
  expect(await runs()).toBe(run)
  await call('POST', '/api/organisation/check', { token })
  expect((await endOfCheck(call, token)).state).toBe('ready')
})

it('has failed when the time for it is over, and keeps the last report', { timeout: 120_000 }, async () => {
  const { report } = await endOfCheck(call, token)
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 120_000 ? AbortSignal.abort() : timeout(ms)))
  await call('POST', '/api/organisation/check', { token })
  expect(await endOfCheck(call, token)).toMatchObject({ state: 'failed', report })
})

it('has no report while only one of an earlier version is kept, in a shape of its own', async () => {
  await beginSectionCheck(db, 'mark')
  await db.update(sectionChecks).set({
    state: 'running',
    alive_at: sql`now()`,
    report: sql`'{"checked_at":"2026-11-21T20:00:00Z","edition":10,"faults":["Нет меню"],"pages":[]}'::jsonb`,
  })
  const { status, body } = await call('GET', '/api/organisation/check', { token })
  expect([status, body]).toEqual([200, expect.objectContaining({ state: 'running', report: null })])
})
