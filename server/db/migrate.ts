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

/** Whether the database responds. */
export const isAlive = async ({ db }: Pick<Database, 'db'>) => {
  try {
    await db.execute(sql`select 1`)
    return true
  } catch {
    return false
  }
}
