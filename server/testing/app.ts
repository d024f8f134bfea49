import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import { openAntivirus } from '#server/antivirus/clamd.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { runDueEffects } from '#server/effects/effects.ts'
import { effectHandlers } from '#server/effects/handlers.ts'
import { BuildMissing, createRenderer, type Renderer } from '#server/http/render.ts'
import { letterSender } from '#server/mail/letter-sender.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createProcessMetrics } from '#server/metrics/process-metrics.ts'
import { runDueDeliveries } from '#server/notifications/deliver.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { openTracing } from '#server/tracing/tracing.ts'
import { buildUser, signInAs } from '#server/users/users.factory.ts'

const buildFolder = join(import.meta.dirname, '../../build')

/** Replaces a missing build: only what needs a page fails, with an explanation. */
const missing = (error: BuildMissing, folder: string): Renderer => ({
  build: { folder: '', server: '', at: null, commit: null },
  clientFolders: [folder],
  get assets(): Renderer['assets'] {
    throw error
  },
  document: async () => {
    throw error
  },
})

const rendererOf = async ({ appName, publicUrl, maxFileSize, oidc }: Config, folder: string) => {
  try {
    return await createRenderer(buildFolder, {
      appName,
      publicUrl,
      config: { app_name: appName, max_file_size: maxFileSize, demo: null, provider: oidc?.name ?? null },
    })
  } catch (error) {
    if (error instanceof BuildMissing) return missing(error, folder)
    throw error
  }
}

interface Sent {
  /** Bearer token. */
  token?: string
  /** Sent as JSON, unless it is a string or bytes. */
  body?: unknown
  headers?: Record<string, string>
  /** The response does not end by itself: the call returns with its head. */
  stream?: boolean
}

interface Received {
  status: number
  /** Parsed when it is JSON, text otherwise; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape of the response itself
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

const payloadOf = (body: unknown) => {
  if (body === undefined) return {}
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { payload: body }
  return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Hangs up on a stream; reads a refusal to its end. */
const refusalOf = async (response: LightMyRequestResponse) => {
  if (response.statusCode >= 400) return text(response.stream())
  response.raw.res.destroy()
  return ''
}

/**
 * The real app on a separate database for this test file; both are closed when the file is done. Call it at the file's
 * top level.
 * `env` adds to the environment, such as PUBLIC_URL.
 */
export const testApp = async ({ env = {} }: { env?: Record<string, string> } = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'praktika-app-'))
  const database = await testDatabase({ fresh: 'METRICS_PORT' in env || 'OTEL_EXPORTER_OTLP_ENDPOINT' in env })
  const { db } = database
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, WORKERS: '1', ...env })
  const renderer = await rendererOf(config, dataDir)
  const files = await openStorage(config)
  const metrics = config.metricsPort === null ? null : createProcessMetrics(database.pool)
  const { otlpUrl, traceRatio } = config
  const tracing = otlpUrl === null ? null : openTracing({ otlpUrl, traceRatio }, database.pool)
  const antivirus = openAntivirus(config)
  const deps: Deps = {
    ...database,
    config,
    files,
    antivirus,
    renderer,
    metrics,
    tracing,
    isReady: () => true,
    isDraining: () => false,
  }
  const app = await buildApp(deps)
  // vitest runs these in reverse: the app closes before its database is dropped
  afterAll(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Makes a call, as from outside. */
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS',
    path: string,
    { token, body, headers, stream = false }: Sent = {},
  ): Promise<Received> => {
    const { payload, headers: implied } = payloadOf(body)
    const response = await app.inject({
      payloadAsStream: stream,
      method,
      url: path,
      headers: { ...implied, ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    const content = stream ? await refusalOf(response) : response.body
    const isJson = content !== '' && /json/.test(String(response.headers['content-type']))
    const parsed = isJson ? JSON.parse(content) : content
    return { status: response.statusCode, body: parsed === '' ? undefined : parsed, headers: response.headers }
  }

  /** A new signed-in person. */
  const signedIn = async (values: Parameters<typeof buildUser>[1] = {}) => {
    const user = await buildUser(db, values)
    return { user, id: user.id, token: await signInAs(db, user) }
  }

  /** Carries out every due effect, and sends what is due; letters go to `outbox`. A failing one fails the test. */
  const runEffects = async () => {
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const mailer = createMailer(config, letterSender(deps))
    const done = await runDueEffects(db, effectHandlers(config, mailer, files), onError)
    for (const channel of ['letter', 'push'] as const) await runDueDeliveries({ db, config, mailer, onError }, channel)
    if (errors.length > 0) throw errors[0]
    return done
  }

  return { app, deps, db, config, call, signedIn, runEffects, outbox: join(dataDir, 'outbox') }
}
