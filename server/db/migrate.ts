import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { ConfigError } from '#server/config.ts'
import { alone, type Holder } from '#server/db/alone.ts'
import type { Database } from '#server/db/database.ts'
import { projectFolder } from '#server/project-folder.ts'

const migrationsFolder = join(projectFolder, 'server', 'db', 'migrations')

interface Journal {
  entries: { when: number }[]
}

const journalPath = join('meta', '_journal.json')

const readJournal = async () => JSON.parse(await readFile(join(migrationsFolder, journalPath), 'utf8')) as Journal

/** The moment that the latest migration of this version was made at, in milliseconds since 1970. */
export const findLatestMigration = async () => (await readJournal()).entries.at(-1)?.when ?? 0

/** The moment of the latest migration that a database has; null when it has none. */
const findApplied = async (holder: Holder): Promise<number | null> => {
  const { rows: tables } = await holder.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as exist`)
  if (!tables[0].exist) return null
  const { rows } = await holder.query('select max(created_at)::float as latest from drizzle.__drizzle_migrations')
  return rows[0].latest
}

/** Throws ConfigError when a later version of the site has migrated the database: this one would misread it. */
const refuseNewer = (applied: number | null, latest: number) => {
  if (applied === null || applied <= latest) return
  const day = new Date(applied).toISOString().slice(0, 10).split('-').reverse().join('.')
  throw new ConfigError(
    `Базу данных уже обновила более новая версия сайта (её таблицы от ${day}), а запускается более старая. ` +
      'Запустите новую версию. Вернуться к старой можно только с копией, сделанной до обновления: npm run restore.',
  )
}

/** Throws ConfigError when the role may not change the tables: another one owns them, on purpose. */
const refuseGuest = async (holder: Holder) => {
  const { rows } = await holder.query(
    `select has_schema_privilege('public', 'create') and not exists (select from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')) as may`,
  )
  if (rows[0].may) return
  throw new ConfigError(
    'Базу нужно обновить, а роль сайта ею не владеет. Выполните npm run migrate с DATABASE_OWNER_URL (ops/install.md) и запустите сайт ещё раз.',
  )
}

/**
 * Migrates the database to the schema of this version, and touches none that has it; several processes may start on one
 * database at once. Throws ConfigError, and changes nothing, when the schema is of a later version.
 */
export const migrate = ({ url }: Pick<Database, 'url'>) =>
  alone(url, 'migration', async (holder) => {
    const [applied, latest] = [await findApplied(holder), await findLatestMigration()]
    refuseNewer(applied, latest)
    if (applied === latest) return
    await refuseGuest(holder)
    await runMigrations(drizzle(holder), { migrationsFolder })
  })

/**
 * The first migrations of this version that were made at these moments; null when it does not know them all, in this
 * order.
 */
const findEntries = async (migrations: number[]) => {
  const journal = await readJournal()
  const entries = journal.entries.slice(0, migrations.length)
  return entries.map(({ when }) => when).join() === migrations.join() ? { ...journal, entries } : null
}

/** Whether this version of the site has these migrations, by the moments they were made at. */
export const knowsMigrations = async (migrations: number[]) => (await findEntries(migrations)) !== null

/**
 * Migrates an empty database to the schema that it had after these migrations, by the moments they were made at.
 * Returns false when this version of the site does not know them all, in this order.
 */
export const migrateTo = async ({ url }: Pick<Database, 'url'>, migrations: number[]) => {
  const journal = await findEntries(migrations)
  if (!journal) return false
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    await writeFile(join(folder, journalPath), JSON.stringify(journal))
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
