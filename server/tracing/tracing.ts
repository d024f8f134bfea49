import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { watchQueries } from '#server/db/watch-queries.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { tracesUrl } from '#server/tracing/traces-url.ts'

/** How long a collector may take for a batch, in milliseconds; also how long the end of the process waits for it. */
const exportTimeoutMs = 5000

/** Max length of a query's text, in characters. */
const maxQueryText = 2000

/** Shows a collector of OpenTelemetry what this process does for each request, and how long each part takes. */
export interface Tracing {
  /** A span for each request, under the one that the caller's `traceparent` names. */
  watchRequests: (app: FastifyInstance) => void
  /** The same handlers with a span for each effect. */
  watchEffects: (handlers: EffectHandlers) => EffectHandlers
  /** Sends what is left. Never rejects: a collector that is away must keep nobody. */
  close: () => Promise<void>
}

const fail = (span: Span, message?: string) => span.setStatus({ code: SpanStatusCode.ERROR, message })

/**
 * Begins to trace this process and its pool, whose connections should not be open yet. `OTEL_EXPORTER_OTLP_HEADERS`,
 * `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` are read by the library. Spans have routes, never addresses: those
 * have the tokens of links; and the text of queries, never their values.
 */
export const openTracing = (
  { otlpUrl, traceRatio }: Pick<Config, 'traceRatio'> & { otlpUrl: string },
  pool: Database['pool'],
): Tracing => {
  const exporter = new OTLPTraceExporter({
    url: tracesUrl(otlpUrl),
    timeoutMillis: exportTimeoutMs,
  })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'praktika' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  })
  const tracer = provider.getTracer('praktika')
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()

  // who waits for a connection is called from where the one before gave it back
  const connect = pool.connect.bind(pool)
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(AsyncResource.bind(callback)) : connect()) as typeof pool.connect

  watchQueries(pool, (text) => {
    const parent = current.getStore()
    if (!parent) return () => {}
    const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, maxQueryText),
    }
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, parent)
    return (succeeded) => {
      if (!succeeded) fail(span)
      span.end()
    }
  })

  return {
    watchRequests: (app) => {
      const contexts = new WeakMap<FastifyRequest, Context>()
      const end = (request: FastifyRequest, status?: number) => {
        const context = contexts.get(request)
        const span = context && trace.getSpan(context)
        if (!span) return
        if (status !== undefined) span.setAttribute('http.response.status_code', status)
        if (status === undefined || status >= 500) fail(span, status === undefined ? 'aborted' : undefined)
        span.end()
      }
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, routeOptions, headers } = request
        const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
        const route = routeOptions.url
        const attributes = {
          'http.request.method': method,
          ...(route && { 'http.route': route }),
          'praktika.request.id': request.id,
        }
        const span = tracer.startSpan(`${method} ${route ?? ''}`.trim(), { kind: SpanKind.SERVER, attributes }, parent)
        const context = trace.setSpan(parent, span)
        contexts.set(request, context)
        current.run(context, done)
      })
      // a body arrives from where its connection was opened
      app.addHook('preValidation', (request, _reply, done: HookHandlerDoneFunction) => {
        const context = contexts.get(request)
        if (context) current.run(context, done)
        else done()
      })
      app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode))
      app.addHook('onRequestAbort', async (request) => end(request))
    },
    watchEffects: (handlers) =>
      Object.fromEntries(
        Object.entries(handlers).map(([kind, handle]) => [
          kind,
          async (db: never, payload: never) => {
            const span = tracer.startSpan(`effect ${kind}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT)
            try {
              await current.run(trace.setSpan(ROOT_CONTEXT, span), () => handle(db, payload))
            } catch (error) {
              fail(span)
              throw error
            } finally {
              span.end()
            }
          },
        ]),
      ) as EffectHandlers,
    close: () => provider.shutdown().catch(() => {}),
  }
}
