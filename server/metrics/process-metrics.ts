import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#server/db/database.ts'
import { watchQueries } from '#server/db/watch-queries.ts'

/** The upper bounds of durations, in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const queryBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/**
 * Gauges of the library that are called as counters are, which promtool refuses; the same without it, by kind, are
 * kept.
 */
const misnamed = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`)

/** What a process that serves people measures about itself; Prometheus adds such metrics up over processes. */
export interface ProcessMetrics {
  registry: Registry
  /** Counts and times every response; not those that the caller hung up on. */
  watchRequests: (app: FastifyInstance) => void
  /** Shows how many live streams are open. */
  watchStreams: (count: () => number) => void
}

/** Begins to measure this process and its pool, whose connections should not be open yet. */
export const createProcessMetrics = (pool: Database['pool']): ProcessMetrics => {
  const registry = new Registry()
  const registers = [registry]
  // CPU, memory, event loop delay, garbage collection
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)

  const queries = new Histogram({
    name: 'praktika_query_duration_seconds',
    help: 'Duration of queries to PostgreSQL.',
    labelNames: ['result'],
    buckets: queryBuckets,
    registers,
  })
  watchQueries(pool, () => {
    const began = performance.now()
    return (succeeded) => queries.observe({ result: succeeded ? 'ok' : 'error' }, (performance.now() - began) / 1000)
  })

  new Gauge({
    name: 'praktika_pool_connections',
    help: 'Connections to PostgreSQL, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })

  const requests = new Counter({
    name: 'praktika_http_requests_total',
    help: 'Responses, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'praktika_http_request_duration_seconds',
    help: 'Duration of requests up to the last byte, by route; without live streams, which last.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers,
  })

  return {
    registry,
    watchRequests: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        // the route, never the address: that has ids and secrets, and is endless
        const labels = { method: request.method, route: request.routeOptions.url ?? 'none' }
        requests.inc({ ...labels, status: reply.statusCode })
        const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
        if (!isStream) durations.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    watchStreams: (count) => {
      new Gauge({
        name: 'praktika_live_streams',
        help: 'Open live streams.',
        registers,
        collect() {
          this.set(count())
        },
      })
    },
  }
}

/** Sends what this process measures to the first one, whenever that asks. */
export const reportToFirst = ({ registry }: ProcessMetrics) => {
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry()
}
