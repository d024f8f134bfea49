import cluster from 'node:cluster'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAntivirus } from '#server/antivirus/clamd.ts'
import { buildApp } from '#server/app.ts'
import { findFolderTrouble } from '#server/backup/backup-folder.ts'
import { type Config, readConfig } from '#server/config.ts'
import { closeDataFolder } from '#server/data-folder.ts'
import { alone, type Holder } from '#server/db/alone.ts'
import { openConfiguredDatabase, openDatabaseBeside } from '#server/db/configured.ts'
import { judgeDatabase } from '#server/db/judge-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { sealRows } from '#server/db/seal-rows.ts'
import type { Deps } from '#server/deps.ts'
import { ensureDocuments } from '#server/documents/first-documents.ts'
import { createRenderer, readBuildFacts } from '#server/http/render.ts'
import { respondWhileStarting } from '#server/http/respond-while-starting.ts'
import { logFailure, processLog } from '#server/log-failure.ts'
import { noteFilled } from '#server/organisation/filled-mark.ts'
import { startHousekeeping } from '#server/processes/housekeeping.ts'
import { keepProcesses, ProcessFailed, waitForPort } from '#server/processes/keep-processes.ts'
import { projectFolder } from '#server/project-folder.ts'
import { exitCodeOf, explain } from '#server/start-errors.ts'
import { stopWithParent } from '#server/stop-with-parent.ts'
import { openStorage } from '#server/storage/open-storage.ts'

const buildFolder = join(projectFolder, 'build')

type Accounts = readonly { email: string; password: string }[] | null

const portOf = (address: ReturnType<Server['address']>) => (typeof address === 'object' ? address?.port : undefined)

const announce = (config: Config, port: number, demo: Accounts) => {
  const address = config.publicUrl.replace(/:0$/, `:${port}`)
  const accounts = demo?.map(({ email, password }) => `  ${email}  ${password}`) ?? []
  console.log(
    [`${config.appName}: ${address}`, ...(demo ? ['Учётные записи демо-школы:', ...accounts] : [])].join('\n'),
  )
}

const closers: (() => Promise<unknown>)[] = []
/** Frees the port for the site itself; one of several processes asks the first for it. */
let stopResponding = async () => {}
let stopping: Promise<void> | undefined
let isInterrupted = false

/** Closes what is open, the last opened first, and ends the process. */
const end = (code: number) => {
  stopping ??= (async () => {
    try {
      for (const close of closers.toReversed()) await close()
    } catch (error) {
      console.error(explain(error))
      process.exit(1)
    }
    process.exit(code)
  })()
  return stopping
}

/** Waits for a step of the start; never resolves after a signal, as the process is about to end. */
const step = async <Result>(doing: Promise<Result>) => {
  const result = await doing
  return stopping ? new Promise<never>(() => {}) : result
}

type Opened = Omit<Deps, 'renderer' | 'isReady' | 'isDraining'>

/** Makes the database ready for this version of the site; the first of several processes does it for all. */
const prepare = async (deps: Opened, holder: Holder) => {
  const { config, db, replica } = deps
  const { backupDir } = config
  // a site without its daily copy still serves people
  const noBackup = backupDir === null ? null : await findFolderTrouble(backupDir)
  const warnings = [...(await judgeDatabase(holder)), await replica?.findTrouble(), noBackup]
  for (const warning of warnings) if (warning) console.warn(warning)
  await migrate(deps)
  await sealRows(db)
  await ensureDocuments(db)
  if (config.demo && (await (await import('#demo/empty-school.ts')).isEmptySchool(db))) {
    await (await import('#demo/build-demo-school.ts')).buildDemoSchool(deps)
  }
  await noteFilled(db)
}

/** Measures this process; null without a port to show it at. Prometheus' library loads only with one. */
const measure = async ({ config, pool }: Opened) => {
  if (config.metricsPort === null) return null
  const { createProcessMetrics, reportToFirst } = await import('#server/metrics/process-metrics.ts')
  const metrics = createProcessMetrics(pool)
  if (cluster.isWorker) reportToFirst(metrics)
  return metrics
}

/** Traces this process; null without a collector. The library loads only with one. */
const traceProcess = async ({ config, pool }: Opened) => {
  const { otlpUrl, traceRatio } = config
  if (otlpUrl === null) return null
  const { openTracing } = await import('#server/tracing/tracing.ts')
  const tracing = openTracing({ otlpUrl, traceRatio }, pool)
  closers.push(tracing.close)
  return tracing
}

/** Shows what is measured, from the first process. */
const showMetrics = async (deps: Opened) => {
  const { metricsPort: port, workers } = deps.config
  if (port === null) return
  const { serveMetrics } = await import('#server/metrics/serve-metrics.ts')
  const own = workers > 1 ? null : (deps.metrics ?? null)
  const { close } = await step(serveMetrics(deps, { port, own, onError: (error) => logFailure(processLog, error) }))
  closers.push(close)
}

/** Gives back what only the start needed, before anybody waits. Does nothing without the flag of scripts/build.mjs. */
const collectGarbage = () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/** Serves people in this process. */
const serve = async (deps: Opened, demo: Accounts) => {
  const { config } = deps
  const provider = config.oidc?.name ?? null
  const site = { app_name: config.appName, max_file_size: config.maxFileSize, demo, provider }
  const { SERVED_BUILD } = process.env
  const build = cluster.isWorker && SERVED_BUILD ? JSON.parse(SERVED_BUILD) : undefined
  const renderer = await step(createRenderer(buildFolder, { ...config, config: site }, build))
  let ready = false
  let draining = false
  const app = await step(buildApp({ ...deps, renderer, isReady: () => ready, isDraining: () => draining }))
  closers.push(async () => {
    draining = true
    // no proxy in front: the person who pressed Ctrl+C waits for it
    if (ready && !isInterrupted) await sleep(config.drainMs)
    await app.close()
  })
  await step(Promise.resolve(app.ready()))
  collectGarbage()
  await step(stopResponding())
  await step(app.listen({ port: config.port, host: config.host }))
  ready = true
  return { log: app.log, port: portOf(app.server.address()) ?? config.port }
}

/** Serves people in several processes that share a port; this one keeps them running. */
const serveByProcesses = async ({ config, url }: Opened) => {
  // one that is started again later serves the same build: an upgrade is under way until all of them are restarted
  const build = await readBuildFacts(buildFolder).then(JSON.stringify, () => '')
  const env = { EMBEDDED_DATABASE_URL: config.databaseUrl ? '' : url, SERVED_BUILD: build }
  const processes = keepProcesses(config.workers, env, () => stopResponding())
  closers.push(processes.stop)
  return { log: processLog, port: await step(processes.started) }
}

/** Opens everything in order. */
const start = async () => {
  const config = readConfig(process.env)
  const { isPrimary } = cluster
  if (isPrimary) closeDataFolder(config)
  // behind a proxy nothing is accepted: nginx sends a refused POST to another process, but not one that has received a
  // 503
  if (isPrimary && !config.behindProxy && config.port !== 0) {
    stopResponding = await step(respondWhileStarting(config))
    closers.push(stopResponding)
  }
  if (!isPrimary) stopResponding = waitForPort
  const opening = isPrimary ? openConfiguredDatabase(config, console.log) : openDatabaseBeside(config, process.env)
  const database = await step(opening)
  closers.push(database.close)
  const files = await step(openStorage(config))
  const antivirus = openAntivirus(config)
  const opened = { ...database, files, antivirus, config }
  const serves = !isPrimary || config.workers === 1
  const deps = { ...opened, metrics: serves ? await measure(opened) : null, tracing: await traceProcess(opened) }
  if (isPrimary) await showMetrics(deps)
  if (isPrimary) await step(alone(database.url, 'start', (holder) => prepare(deps, holder)))
  const demo = config.demo ? (await import('#demo/accounts.ts')).demoAccounts : null
  const { log, port } = await (isPrimary && config.workers > 1 ? serveByProcesses(deps) : serve(deps, demo))
  if (isPrimary) closers.push(startHousekeeping(deps, (error) => logFailure(log, error)))
  // who restarts us need not give up from now on: scripts/keep-running.mjs, or the process that keeps several
  process.send?.('started')
  if (isPrimary) announce(config, port, demo)
}

process.on('SIGINT', () => {
  isInterrupted = true
  return end(0)
})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
// node:cluster itself ends a process whose first one is gone
if (cluster.isPrimary) stopWithParent(() => end(0))
try {
  await start()
} catch (error) {
  // errors caused by closing everything are not worth reporting
  if (!stopping && !(error instanceof ProcessFailed)) console.error(explain(error))
  await end(exitCodeOf(error))
}
