import { expect, vi } from 'vitest'
import type { SectionCheck } from '#contract/organisation/self-check.schema.ts'
import type { testApp } from '#server/testing/app.ts'

type Call = Awaited<ReturnType<typeof testApp>>['call']

/** Waits for the end of the current run. */
export const endOfCheck = async (call: Call, token: string): Promise<SectionCheck> => {
  const asked = async (): Promise<SectionCheck> => (await call('GET', '/api/organisation/check', { token })).body
  // `expect.poll` is for tests alone: this is called in hooks, too
  const hasEnded = async () => expect((await asked()).state).not.toBe('running')
  await vi.waitFor(hasEnded, { timeout: 120_000, interval: 200 })
  return asked()
}

/** Checks the section as it is now. */
export const checkedSection = async (call: Call, token: string) => {
  await call('POST', '/api/organisation/check', { token })
  const { state, report } = await endOfCheck(call, token)
  expect(state).toBe('ready')
  return report as NonNullable<typeof report>
}
