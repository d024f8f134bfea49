import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { insertImport } from '#server/imports/imports.repo.ts'
import { imports } from '#server/imports/imports.table.ts'
import { organisationRecords } from '#server/organisation/organisation.table.ts'
import { startHousekeeping } from '#server/processes/housekeeping.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'

const { db, deps, signedIn } = await testApp()

vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
afterAll(() => void vi.useRealTimers())

let stop = async () => {}
afterEach(() => stop())

it('a sweep that fails does not keep the others from being done', async () => {
  const teacher = await signedIn({ role: 'teacher' })
  const { id } = await insertImport(db, teacher.id, { kind: 'archive', file_id: '0'.repeat(32) })
  await db.update(imports).set({ alive_at: sql`now() - interval '1 minute'` })
  await db.execute(sql`alter table policy_reports rename to policy_reports_away`)
  const failures: unknown[] = []
  stop = startHousekeeping(deps, (error) => failures.push(error))
  vi.advanceTimersByTime(hourMs)
  await expect.poll(async () => (await db.select().from(imports).where(sql`id = ${id}`))[0]?.status).toBe('failed')
  await stop()
  await db.execute(sql`alter table policy_reports_away rename to policy_reports`)
  expect(failures).toHaveLength(1)
})

it('stopping waits for a sweep that is under way', async () => {
  const failures: unknown[] = []
  stop = startHousekeeping(deps, (error) => failures.push(error))
  const release = await hold(db, sql`lock table policy_reports in exclusive mode`)
  vi.advanceTimersByTime(hourMs)
  await expect.poll(() => countWaiting(db)).toBe(1)
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  // longer than everything else takes to stop
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(isStopped).toBe(false)
  await release()
  await stopping
  expect(failures).toEqual([])
})

it('a change of what the platform fills in is recorded within a minute: its pages are not kept before', async () => {
  stop = startHousekeeping(deps, () => {})
  vi.advanceTimersByTime(minuteMs)
  await expect.poll(async () => (await db.select().from(organisationRecords)).length).toBe(5)
})
