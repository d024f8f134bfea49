import { startEmbeddedPostgres } from '#server/db/embedded.ts'

/**
 * A server with nothing but a database, for the tests that kill servers. Prints the database's address once it is up.
 */
const [dir = ''] = process.argv.slice(2)
try {
  const database = await startEmbeddedPostgres({ dir, settings: { fsync: 'off' } })
  process.once('SIGTERM', async () => {
    await database.stop()
    process.exit(0)
  })
  process.once('SIGUSR2', () => process.exit(0))
  setInterval(() => {}, 60_000)
  console.log(database.url)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
