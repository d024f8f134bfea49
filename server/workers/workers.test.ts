import { expect, it } from 'vitest'
import type { threadOf } from '#server/workers/thread.fixture.ts'
import { createWorkers } from '#server/workers/workers.ts'

it('ends an idle worker, and starts another one for the next job', async () => {
  const run = createWorkers(1, 1)
  const job = { module: new URL('./thread.fixture.ts', import.meta.url), name: 'threadOf', timeLimitMs: 60_000 }
  const first = await run<typeof threadOf>(undefined, job)
  await expect.poll(() => run<typeof threadOf>(undefined, job), { timeout: 30_000 }).not.toBe(first)
})
