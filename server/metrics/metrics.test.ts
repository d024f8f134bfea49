import { spawnSync } from 'node:child_process'
import { get } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { effects } from '#server/effects/effects.table.ts'
import { readMetrics } from '#server/metrics/read-metrics.fixture.ts'
import { serveMetrics } from '#server/metrics/serve-metrics.ts'
import { testApp } from '#server/testing/app.ts'

const { app, deps, db, call, signedIn } = await testApp({ env: { METRICS_PORT: '1' } })
const errors: unknown[] = []
const served = await serveMetrics(deps, {
  port: 0,
  own: deps.metrics ?? null,
  onError: (error) => errors.push(error),
})
afterAll(served.close)
const url = `http://127.0.0.1:${served.port}/metrics`
const read = () => readMetrics(url)

const noPromtool = spawnSync('promtool', ['--version']).status === 0 ? null : ' (нет promtool)'

describe('/metrics', () => {
  it('calls counters totals, and nothing else', async () => {
    const { text } = await read()
    const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, type]) => ({ name, type }))
    expect(types.length).toBeGreaterThan(30)
    expect(types.filter(({ name = '', type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
  })

  it.skipIf(noPromtool)(`has nothing that promtool finds fault with${noPromtool ?? ''}`, async () => {
    const { text } = await read()
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect([checked.status, checked.stderr]).toEqual([0, ''])
  })

  it('counts and times requests by route and status, without addresses', async () => {
    const { token } = await signedIn()
    for (const id of [900_001, 900_002]) await call('GET', `/api/courses/${id}`, { token })
    await call('GET', '/api/courses/900001')
    await call('GET', '/no/such/page?secret=1')
    const metrics = await read()
    const route = '/api/courses/:id'
    expect(metrics.value('praktika_http_requests_total', { method: 'GET', route, status: '404' })).toBe(2)
    expect(metrics.value('praktika_http_requests_total', { method: 'GET', route, status: '401' })).toBe(1)
    const { value } = metrics
    expect(value('praktika_http_request_duration_seconds_count', { method: 'GET', route })).toBe(3)
    expect(value('praktika_http_request_duration_seconds_bucket', { method: 'GET', route, le: '+Inf' })).toBe(3)
    expect(value('praktika_http_request_duration_seconds_sum', { method: 'GET', route })).toBeGreaterThan(0)
    expect(metrics.text).not.toMatch(/courses\/9|secret/)
  })

  it('times queries, those of transactions and those that fail, too', async () => {
    const count = async (result: string) =>
      (await read()).value('praktika_query_duration_seconds_count', { result }) ?? 0
    // more than are connected already
    const many = () => Promise.all(Array.from({ length: 8 }, () => db.execute(sql`select pg_sleep(0.05)`)))
    await many()
    const [ok, failed] = [await count('ok'), await count('error')]
    await many()
    expect(await count('ok')).toBeGreaterThanOrEqual(ok + 7)
    await Promise.all(
      Array.from({ length: 8 }, () =>
        db.transaction((tx) => tx.execute(sql`select pg_sleep(0.05), 1 / 0`)).catch(() => {}),
      ),
    )
    expect(await count('error')).toBeGreaterThanOrEqual(failed + 7)
    const metrics = await read()
    expect(metrics.value('praktika_pool_connections', { state: 'idle' })).toBeGreaterThan(0)
    expect(metrics.value('praktika_pool_connections', { state: 'waiting' })).toBe(0)
  })

  it('shows the effects that wait', async () => {
    const at = (shift: string) => sql`now() + ${shift}::interval`
    await db.insert(effects).values([
      { kind: 'task-liked', payload: {}, visible_at: at('-1 minute') },
      { kind: 'task-liked', payload: {}, visible_at: at('1 hour'), attempts: 3 },
    ])
    const { value } = await read()
    expect(value('praktika_effects_due')).toBe(1)
    expect(value('praktika_effects_failed')).toBe(1)
    expect(value('praktika_effects_oldest_seconds')).toBeGreaterThanOrEqual(60)
    await db.delete(effects)
  })

  it('shows live streams while they are open, and does not count how long they were', async () => {
    const { token } = await signedIn()
    expect((await read()).value('praktika_live_streams')).toBe(0)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const stream = get(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } })
    stream.on('error', () => {})
    await expect.poll(async () => (await read()).value('praktika_live_streams')).toBe(1)
    stream.destroy()
    await expect.poll(async () => (await read()).value('praktika_live_streams')).toBe(0)
    expect((await read()).text).not.toMatch(/duration_seconds\w*{.*\/api\/events/)
  })

  it('shows event loop delay, memory, storage and disk', async () => {
    const { value } = await read()
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'praktika_disk_free_bytes',
      'praktika_disk_size_bytes',
    ])
      expect(value(name)).toBeGreaterThan(0)
    expect([value('praktika_database_up'), value('praktika_storage_up'), value('praktika_files')]).toEqual([1, 1, 0])
    expect(errors).toEqual([])
  })

  it('has nothing else on its port, and is not on the port of the site', async () => {
    const { origin } = new URL(url)
    expect((await fetch(`${origin}/api/health`)).status).toBe(404)
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
    expect(await call('GET', '/metrics')).not.toMatchObject({ status: 200 })
  })

  it('asks for the token, where there is one', async () => {
    const config = { ...deps.config, metricsToken: 'a token of Prometheus' }
    const guarded = await serveMetrics({ ...deps, config }, { port: 0, own: null, onError: () => {} })
    const statusWith = async (authorization?: string) =>
      (await fetch(`http://127.0.0.1:${guarded.port}/metrics`, { headers: authorization ? { authorization } : {} }))
        .status
    expect(await statusWith()).toBe(401)
    expect(await statusWith('Bearer another token')).toBe(401)
    expect(await statusWith('Bearer a token of Prometheus')).toBe(200)
    await guarded.close()
  })

  it('refuses a port that is taken, in a sentence', async () => {
    const again = serveMetrics(deps, { port: served.port, own: null, onError: () => {} })
    await expect(again).rejects.toThrow(`Переменная METRICS_PORT: порт ${served.port} уже занят.`)
  })
})
