import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Database } from '#server/db/database.ts'
import { projectFolder } from '#server/project-folder.ts'

const migrationsFolder = join(projectFolder, 'server', 'db', 'migrations')

/** Any number that no other lock uses: several processes may start on one database at once. */
const migrationLock = 720_101

/** Migrates the database to the schema of this version. */
export const migrate = async ({ db, pool }: Database) => {
  const holder = await pool.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations(db as Parameters<typeof runMigrations>[0], { migrationsFolder })
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    holder.release()
  }
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
