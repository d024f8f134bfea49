import type { Server } from 'node:net'
import { join } from 'node:path'
import { buildApp, type Deps } from '#server/app.ts'
import { deleteExpired } from '#server/auth/auth.repo.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openConfiguredDatabase } from '#server/db/configured.ts'
import { migrate } from '#server/db/migrate.ts'
import { ensureDocuments } from '#server/documents/first-documents.ts'
import { startEffects } from '#server/effects/effects.ts'
import { effectHandlers } from '#server/effects/handlers.ts'
import { createRenderer } from '#server/http/render.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { explain } from '#server/start-errors.ts'
import { stopWithParent } from '#server/stop-with-parent.ts'
import { deleteExpiredSubmitKeys } from '#server/tasks/submit-keys.repo.ts'

const buildFolder = join(import.meta.dirname, '..', 'build')

/** How often rows that nothing looks at any more are deleted, in milliseconds. */
const sweepInterval = 60 * 60_000

const portOf = (address: ReturnType<Server['address']>) => (typeof address === 'object' ? address?.port : undefined)

const announce = (config: Config, port: number, demo: readonly { email: string; password: string }[] | null) => {
  const address = config.publicUrl.replace(/:0$/, `:${port}`)
  const accounts = demo?.map(({ email, password }) => `  ${email}  ${password}`) ?? []
  console.log(
    [`${config.appName}: ${address}`, ...(demo ? ['Учётные записи демо-школы:', ...accounts] : [])].join('\n'),
  )
}

/** Opens everything in order, and closes it in the opposite one. */
const start = async () => {
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.toReversed()) await close()
    closers.length = 0
  }
  let stopping: Promise<void> | undefined
  const end = (code: number) => {
    stopping ??= stop().then(
      () => process.exit(code),
      (error) => {
        console.error(explain(error))
        process.exit(1)
      },
    )
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  stopWithParent(() => end(0))

  try {
    const config = readConfig(process.env)
    const database = await openConfiguredDatabase(config, console.log)
    closers.push(database.close)
    await migrate(database)
    await ensureDocuments(database.db)
    const demo = config.demo ? await import('#demo/accounts.ts') : null
    if (demo) await (await import('#demo/build-demo-school.ts')).buildDemoSchool(database.db)

    const site = { app_name: config.appName, demo: demo?.demoAccounts ?? null }
    const renderer = await createRenderer(buildFolder, { appName: config.appName, config: site })
    let ready = false
    const deps: Deps = { ...database, config, renderer, isReady: () => ready }
    const app = await buildApp(deps)
    closers.push(() => app.close())
    await app.listen({ port: config.port, host: config.host })

    const logError = (error: unknown) => app.log.error(error)
    const effects = startEffects(database.db, effectHandlers(config, createMailer(config)), logError)
    closers.push(effects.stop)
    const sweep = () => Promise.all([deleteExpired(database.db), deleteExpiredSubmitKeys(database.db)]).catch(logError)
    const sweeping = setInterval(sweep, sweepInterval)
    closers.push(async () => clearInterval(sweeping))
    ready = true
    announce(config, portOf(app.server.address()) ?? config.port, demo?.demoAccounts ?? null)
  } catch (error) {
    console.error(explain(error))
    await end(1)
  }
}

await start()
