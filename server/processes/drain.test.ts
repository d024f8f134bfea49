import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { startOwnSite } from '#server/testing/own-site.ts'

const { url } = await testDatabase()
const site = await startOwnSite({ DATABASE_URL: url, DEMO: 'false', DRAIN_SECONDS: '2' })
// before its database is dropped
afterAll(site.stop)

const ask = (path: string, agent: Agent) =>
  new Promise<{ status: number; closes: boolean }>((resolve, reject) => {
    get(`${site.url}${path}`, { agent }, async (response: IncomingMessage) => {
      await text(response)
      resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' })
    }).on('error', reject)
  })

it('stops under load without one failed request, and says first that it is about to', async () => {
  const clients = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const lone = new Agent()
  expect(await ask('/api/ready', lone)).toMatchObject({ status: 200 })
  const seen = { served: 0, closes: 0 }
  const failures: unknown[] = []
  let isGone = false
  /** As a proxy does: sends requests one after another until the server says that it is not ready. */
  const load = async (agent: Agent) => {
    while (!isGone) {
      const answer = await ask('/api/settings/school', agent).catch((error) => failures.push(error))
      if (typeof answer === 'number') return
      if (answer.status !== 200) failures.push(answer.status)
      seen.served += 1
      if (answer.closes) seen.closes += 1
    }
  }
  const loads = clients.map(load)
  await expect.poll(() => seen.served).toBeGreaterThan(50)
  const stopped = site.stop()
  await expect.poll(() => ask('/api/ready', lone).then(({ status }) => status)).toBe(503)
  expect((await ask('/api/health', lone)).status).toBe(200)
  const before = seen.served
  await expect.poll(() => seen.served).toBeGreaterThan(before + 20)
  isGone = true
  await Promise.all(loads)
  await stopped
  expect(failures).toEqual([])
  expect(seen.closes).toBeGreaterThan(20)
})
