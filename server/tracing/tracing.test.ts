import { once } from 'node:events'
import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { checkCollector } from '#server/doctor/check-collector.ts'
import { addEffect, type EffectHandlers, runDueEffects } from '#server/effects/effects.ts'
import { testApp } from '#server/testing/app.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openTracing } from '#server/tracing/tracing.ts'
import { demoPassword } from '#server/users/users.factory.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

const spans: Span[] = []
let received = ''
/** Takes what OTLP over HTTP sends as JSON. */
const collector = createServer(async (request, response) => {
  const text = Buffer.concat(await request.toArray()).toString()
  received += text
  for (const { scopeSpans } of JSON.parse(text).resourceSpans)
    for (const scope of scopeSpans) spans.push(...scope.spans)
  response.setHeader('content-type', 'application/json').end('{}')
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
afterAll(() => collector.close())
const address = collector.address()
const otlpUrl = `http://127.0.0.1:${typeof address === 'object' && address?.port}`

const { app, deps, db, call, signedIn } = await testApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl } })
const attribute = ({ attributes }: Span, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]
const named = (name: string) => spans.filter((span) => span.name === name)
const within = ({ spanId }: Span) => spans.filter(({ parentSpanId }) => parentSpanId === spanId)

it('sends a span for each request and effect, each with its own queries, and nothing personal', async () => {
  const { token, user } = await signedIn()
  const parent = (nth: number) => `${String(nth).padStart(32, 'a')}`
  // more at a time than there are connections
  await Promise.all(
    Array.from({ length: 40 }, (_, nth) =>
      call('GET', `/api/courses/${900_001 + nth}`, {
        token,
        headers: { traceparent: `00-${parent(nth)}-00000000000000f1-01` },
      }),
    ),
  )
  await call('POST', '/api/auth/login', { body: { email: user.email, password: demoPassword } })
  await addEffect(db, 'task-liked', { task_id: 1, actor_id: 2 })
  await addEffect(db, 'lesson-published', { lesson_id: 1, actor_id: 2 })
  const handlers = deps.tracing?.watchEffects({
    'task-liked': async (tx) => void (await tx.execute(sql`select 1 as liked`)),
    'lesson-published': async () => {
      throw new Error('no')
    },
  } as Partial<EffectHandlers> as EffectHandlers) as EffectHandlers
  await runDueEffects(db, handlers, () => {})
  await app.close()
  await deps.tracing?.close()

  const requests = named('GET /api/courses/:id')
  expect(requests.map(({ traceId }) => traceId).sort()).toEqual(
    Array.from({ length: 40 }, (_, nth) => parent(nth)).sort(),
  )
  for (const request of requests) {
    expect(request.parentSpanId).toBe('00000000000000f1')
    expect(attribute(request, 'http.response.status_code')).toBe(404)
    const queries = within(request)
    expect(queries.length).toBeGreaterThan(0)
    for (const query of queries) {
      expect([query.name, query.traceId]).toEqual(['SELECT', request.traceId])
      expect(attribute(query, 'db.query.text')).toMatch(/^select /i)
    }
  }
  // a body is read before the queries
  const [login] = named('POST /api/auth/login')
  expect(within(login as Span).map(({ name }) => name)).toContain('INSERT')
  const [liked] = named('effect task-liked')
  expect(within(liked as Span).map((query) => attribute(query, 'db.query.text'))).toEqual(['select 1 as liked'])
  expect(named('effect lesson-published').map(({ status }) => status.code)).toEqual([2])
  for (const secret of [token, user.email, '900001']) expect(received).not.toContain(secret)
})

it('keeps nobody waiting for a collector that is away, and the doctor says so', async () => {
  const away = `http://127.0.0.1:${await freePort()}`
  const tracing = openTracing({ otlpUrl: away, traceRatio: 1 }, deps.pool)
  const [handle] = Object.values(
    tracing.watchEffects({ 'task-liked': async () => {} } as Partial<EffectHandlers> as EffectHandlers),
  )
  await (handle as (db: unknown, payload: unknown) => Promise<void>)(db, {})
  await tracing.close()
  expect(await checkCollector({ otlpUrl: away }, undefined)).toMatchObject([{ state: 'failure' }])
  expect(await checkCollector({ otlpUrl }, 'authorization=Bearer%20x')).toMatchObject([{ state: 'fine' }])
  expect(await checkCollector({ otlpUrl: null }, undefined)).toEqual([])
})
