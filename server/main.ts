import type { Server } from 'node:net'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { deleteExpired } from '#server/auth/auth.repo.ts'
import { type Config, readConfig } from '#server/config.ts'
import { closeDataFolder } from '#server/data-folder.ts'
import { openConfiguredDatabase } from '#server/db/configured.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { ensureDocuments } from '#server/documents/first-documents.ts'
import { deleteEndedDrafts } from '#server/drafts/drafts.repo.ts'
import { startEffects } from '#server/effects/effects.ts'
import { effectHandlers } from '#server/effects/handlers.ts'
import { deleteOldEvents } from '#server/events/events.repo.ts'
import { dropUsesOfDeleted } from '#server/files/deleted-owners.repo.ts'
import { hashOldFiles } from '#server/files/hash-files.ts'
import { sweepFiles, sweepStrays } from '#server/files/sweep-files.ts'
import { createRenderer } from '#server/http/render.ts'
import { logFailure } from '#server/log-failure.ts'
import { forgetOldLetters } from '#server/mail/forget-letters.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { noteFilled } from '#server/organisation/filled-mark.ts'
import { projectFolder } from '#server/project-folder.ts'
import { explain } from '#server/start-errors.ts'
import { stopWithParent } from '#server/stop-with-parent.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { deleteExpiredSubmitKeys } from '#server/tasks/submit-keys.repo.ts'

const buildFolder = join(projectFolder, 'build')

/** How often expired rows are deleted, in milliseconds. */
const sweepInterval = 60 * 60_000

const portOf = (address: ReturnType<Server['address']>) => (typeof address === 'object' ? address?.port : undefined)

const announce = (config: Config, port: number, demo: readonly { email: string; password: string }[] | null) => {
  const address = config.publicUrl.replace(/:0$/, `:${port}`)
  const accounts = demo?.map(({ email, password }) => `  ${email}  ${password}`) ?? []
  console.log(
    [`${config.appName}: ${address}`, ...(demo ? ['Учётные записи демо-школы:', ...accounts] : [])].join('\n'),
  )
}

const closers: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | undefined

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

/** Opens everything in order. */
const start = async () => {
  const config = readConfig(process.env)
  closeDataFolder(config)
  const database = await step(openConfiguredDatabase(config, console.log))
  closers.push(database.close)
  await step(migrate(database))
  await step(ensureDocuments(database.db))
  const files = await step(openStorage(config))
  const demo = config.demo ? await import('#demo/accounts.ts') : null
  if (demo && (await step((await import('#demo/empty-school.ts')).isEmptySchool(database.db)))) {
    await step((await import('#demo/build-demo-school.ts')).buildDemoSchool({ ...database, files, config }))
  }

  await step(noteFilled(database.db))

  const site = { app_name: config.appName, max_file_size: config.maxFileSize, demo: demo?.demoAccounts ?? null }
  const renderer = await step(createRenderer(buildFolder, { ...config, config: site }))
  let ready = false
  const deps: Deps = { ...database, config, files, renderer, isReady: () => ready }
  const app = await step(buildApp(deps))
  closers.push(() => app.close())
  await step(app.listen({ port: config.port, host: config.host }))

  const logError = (error: unknown) => logFailure(app.log, error)
  const effects = startEffects(database.db, effectHandlers(config, createMailer(config), files), logError)
  closers.push(effects.stop)
  const sweeps = [deleteExpired, deleteExpiredSubmitKeys, deleteEndedDrafts, deleteOldEvents, dropUsesOfDeleted]
  const closing = new AbortController()
  const hashOld = () =>
    hashOldFiles({ db: database.db, files, onError: logError, signal: closing.signal }).catch(logError)
  let hashing = hashOld()
  closers.push(async () => {
    closing.abort()
    await hashing
  })
  let hour = 0
  const sweep = async () => {
    await Promise.all(sweeps.map((forget) => forget(database.db)))
    await noteFilled(database.db)
    await forgetOldLetters(config)
    const forgotten = { db: database.db, files, onError: logError }
    await sweepFiles(forgotten)
    // it lists everything that is stored, so once a day is enough
    if (hour % 24 === 0) await sweepStrays(forgotten)
    hour += 1
    await hashing
    hashing = hashOld()
  }
  const sweeping = setInterval(() => sweep().catch(logError), sweepInterval)
  closers.push(async () => clearInterval(sweeping))
  ready = true
  // the script that restarts us need not give up from now on: see scripts/keep-running.mjs
  process.send?.('started')
  announce(config, portOf(app.server.address()) ?? config.port, demo?.demoAccounts ?? null)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
stopWithParent(() => end(0))
try {
  await start()
} catch (error) {
  // errors caused by closing everything are not worth reporting
  if (!stopping) console.error(explain(error))
  await end(1)
}
