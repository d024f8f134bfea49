import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { alone } from '#server/db/alone.ts'
import type { Database } from '#server/db/database.ts'
import { projectFolder } from '#server/project-folder.ts'

const migrationsFolder = join(projectFolder, 'server', 'db', 'migrations')

/** Migrates the database to the schema of this version; several processes may start on one database at once. */
export const migrate = ({ url }: Pick<Database, 'url'>) =>
  alone(url, 'migration', (holder) => runMigrations(drizzle(holder), { migrationsFolder }))

interface Journal {
  entries: { when: number }[]
}

/**
 * Migrates an empty database to the schema that it had after these migrations, by the moments they were made at. Returns
 * false when this version of the site does not know them all, in this order.
 */
export const migrateTo = async ({ url }: Pick<Database, 'url'>, migrations: number[]) => {
  const journalPath = join('meta', '_journal.json')
  const journal = JSON.parse(await readFile(join(migrationsFolder, journalPath), 'utf8')) as Journal
  const entries = journal.entries.slice(0, migrations.length)
  if (entries.map(({ when }) => when).join() !== migrations.join()) return false
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    await writeFile(join(folder, journalPath), JSON.stringify({ ...journal, entries }))
    await alone(url, 'migration', (holder) => runMigrations(drizzle(holder), { migrationsFolder: folder }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return true
}

/** Whether the database responds. */
export const isAlive = async ({ db }: Pick<Database, 'db'>) => {
  try {
    await db.execute(sql`select 1`)
    return true
  } catch {
    return false
  }
}
