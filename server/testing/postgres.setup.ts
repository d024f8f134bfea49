import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { ensureDocuments } from '#server/documents/first-documents.ts'
import { debianPostgres } from '#server/testing/debian-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one PostgreSQL of the run, by its first database. */
    databaseUrl: string
  }
}

/** The template of all test files' databases. */
export const templateDatabase = 'test_template'

/** The same server, another database. */
export const databaseAt = (url: string, name: string) => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Nothing here outlives the run, so nothing needs to reach the disk. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '400',
}

/** Debian's PostgreSQL of the version in `TEST_POSTGRES`, or our own. */
const ofVersion = () => {
  const version = Number(process.env.TEST_POSTGRES) || null
  const binaries = version && debianPostgres(version)
  if (version && !binaries)
    throw new Error(`PostgreSQL ${version} is not installed: apt-get install postgresql-${version}`)
  return binaries ? { binaries } : {}
}

/** Starts one PostgreSQL for the whole run, with a migrated template; vitest calls the returned function at the end. */
export default async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-test-'))
  const server = await startEmbeddedPostgres({ dir: join(folder, 'postgres'), settings, ...ofVersion() })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const admin = new pg.Client(server.url)
    await admin.connect()
    await admin.query(`create database ${templateDatabase}`)
    await admin.end()
    const template = openDatabase(databaseAt(server.url, templateDatabase))
    await migrate(template)
    await ensureDocuments(template.db)
    await template.pool.end()
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('databaseUrl', server.url)
  return stop
}
