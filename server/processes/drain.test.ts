import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { patienceMs, startOwnSite } from '#server/testing/own-site.ts'

const { url } = await testDatabase()

/**
 * Stops a site that first says for `drainSeconds` that it is about to, while callers send requests. Null when that time
 * was over before they had seen it, and nothing had failed until then: this machine does other things as well.
 */
const stopUnderLoad = async (drainSeconds: number) => {
  const site = await startOwnSite({ DATABASE_URL: url, DEMO: 'false', DRAIN_SECONDS: String(drainSeconds) })
  // before its database is dropped
  onTestFinished(site.stop)
  const ask = (path: string, agent: Agent) =>
    new Promise<{ status: number; closes: boolean }>((resolve, reject) => {
      get(`${site.url}${path}`, { agent }, async (response: IncomingMessage) => {
        await text(response)
        resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' })
      }).on('error', reject)
    })
  const clients = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const lone = new Agent()
  expect(await ask('/api/ready', lone)).toMatchObject({ status: 200 })
  const seen = { served: 0, closes: 0 }
  let began = Number.POSITIVE_INFINITY
  const isOver = () => performance.now() - began >= drainSeconds * 1000
  const failures: unknown[] = []
  let hasFailedEarly = false
  const fail = (failure: unknown) => {
    failures.push(failure)
    hasFailedEarly ||= !isOver()
  }
  let isGone = false
  /** As a proxy does: sends requests one after another until the server says that it is not ready. */
  const load = async (agent: Agent) => {
    while (!isGone) {
      const answer = await ask('/api/settings/school', agent).catch(fail)
      if (!answer) return
      if (answer.status !== 200) fail(answer.status)
      seen.served += 1
      if (answer.closes) seen.closes += 1
    }
  }
  const loads = clients.map(load)
  await expect.poll(() => seen.served).toBeGreaterThan(50)
  began = performance.now()
  const stopped = site.stop()
  // no connection any more when that time is over
  const statusOf = (path: string) =>
    ask(path, lone).then(
      ({ status }) => status,
      () => null,
    )
  await expect.poll(() => statusOf('/api/ready')).not.toBe(200)
  const statuses = [await statusOf('/api/ready'), await statusOf('/api/health')]
  const before = seen.served
  await expect.poll(() => isOver() || seen.served > before + 20).toBe(true)
  isGone = true
  await Promise.all(loads)
  const isInTime = !isOver()
  await stopped
  return isInTime || hasFailedEarly ? { statuses, failures, closes: seen.closes } : null
}

it(
  'stops under load without one failed request, and says first that it is about to',
  async () => {
    let outcome: Awaited<ReturnType<typeof stopUnderLoad>> = null
    for (let drainSeconds = 2; outcome === null; drainSeconds *= 2) outcome = await stopUnderLoad(drainSeconds)
    expect(outcome).toMatchObject({ statuses: [503, 200], failures: [] })
    expect(outcome.closes).toBeGreaterThan(20)
  },
  patienceMs,
)
