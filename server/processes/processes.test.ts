import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { addNotificationEvent } from '#server/events/events.repo.ts'
import { openStream } from '#server/events/received.fixture.ts'
import { readMetrics } from '#server/metrics/read-metrics.fixture.ts'
import { testDatabase } from '#server/testing/database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { patienceMs, startOwnSite } from '#server/testing/own-site.ts'
import { buildUser, demoPassword, signInAs } from '#server/users/users.factory.ts'

const { db, pool, url } = await testDatabase()
const metricsPort = String(await freePort())
const site = await startOwnSite({ DATABASE_URL: url, DEMO: 'false', WORKERS: '2', METRICS_PORT: metricsPort })
// before its database is dropped
afterAll(site.stop)

/** Whether a process is one of the site; the first one also looks for ffmpeg. */
const isOfSite = (pid: number) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (command) => !/ff(mpeg|probe)/.test(command),
    () => false,
  )

/** The process ids of those that serve. */
const processes = async () => {
  const pid = site.pid()
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const pids = children.trim().split(' ').map(Number)
  const areOfSite = await Promise.all(pids.map(isOfSite))
  return pids.filter((_, index) => areOfSite[index])
}

/** Waits, as what the first process starts beside them looks like it until it runs its own program. */
const haveStarted = () => expect.poll(processes).toHaveLength(2)

/** On a connection of its own. One that was handed to a process while it died is never responded to. */
const isHealthy = () =>
  fetch(`${site.url}/api/health`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** How many processes have served somebody who is signed in: each then listens for changes. */
const countListening = async () => {
  const { rows } = await pool.query(
    `select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'praktika: changes'`,
  )
  return rows[0].count
}

describe('WORKERS=2', () => {
  it('two processes serve one port, and both send events', async () => {
    await haveStarted()
    const user = await buildUser(db)
    const token = await signInAs(db, user)
    const streams = await Promise.all(Array.from({ length: 4 }, () => openStream(site.url, token)))
    await expect.poll(countListening).toBe(2)
    await addNotificationEvent(db, [user.id])
    await Promise.all(streams.map((stream) => stream.expectReceived([{ type: 'notification' }])))
    for (const stream of streams) stream.close()
  })

  it('the metrics of both are added up', async () => {
    const labels = { method: 'GET', route: '/api/assets-version', status: '200' }
    const count = async () => {
      const { value } = await readMetrics(`http://127.0.0.1:${metricsPort}/metrics`)
      expect(value('praktika_effects_due')).toBe(0)
      return value('praktika_http_requests_total', labels) ?? 0
    }
    const before = await count()
    // connections are dealt to the two in turn
    for (let index = 0; index < 4; index += 1)
      await fetch(`${site.url}/api/assets-version`, { headers: { connection: 'close' } })
    await expect.poll(count).toBe(before + 4)
  })

  it('a process that dies is started again, and the other one serves meanwhile', async () => {
    const [killed = 0, other] = await processes()
    process.kill(killed, 'SIGKILL')
    await expect.poll(isHealthy).toBe(true)
    await expect.poll(async () => (await processes()).filter((pid) => pid !== killed)).toHaveLength(2)
    expect(await processes()).toContain(other)
    await expect.poll(isHealthy).toBe(true)
  })

  it('one that is asked to stop ends its requests, and is replaced', { timeout: 2 * patienceMs }, async () => {
    const before = await processes()
    for (const pid of before) process.kill(pid, 'SIGTERM')
    await expect.poll(async () => (await processes()).filter((pid) => pid > 0 && !before.includes(pid))).toHaveLength(2)
    // both start at once, with nobody to serve meanwhile: as long as a start of the site may take
    await expect.poll(isHealthy, { timeout: patienceMs }).toBe(true)
  })

  it('all end when the first is killed, and start again on the same port', { timeout: patienceMs }, async () => {
    const before = await processes()
    await site.kill()
    await expect.poll(() => before.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
    await site.start()
    await haveStarted()
    await expect.poll(isHealthy).toBe(true)
  })

  it('stops after the last request that it has received', async () => {
    const { email } = await buildUser(db)
    const body = JSON.stringify({ email, password: demoPassword })
    const { hostname, port } = new URL(site.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const head = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Connection: close']
    socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
    // both have got their connections by then
    await expect.poll(isHealthy).toBe(true)
    const stopped = site.stop()
    await expect.poll(isHealthy).toBe(false)
    socket.write(body.slice(10))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*access_token/s)
    await stopped
  })
})

it('what keeps the processes from starting is printed once, and ends the site', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(startOwnSite({ DATABASE_URL: url, DEMO: 'false', WORKERS: '2', PORT: String(port) })).rejects.toThrow(
    'The site did not start.',
  )
  other.close()
})
