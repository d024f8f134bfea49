import { type SQL, sql } from 'drizzle-orm'
import { ConfigError } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { seal, sealPrefix, secretKeyIds, unseal } from '#server/db/sealed.ts'

/** The columns that `sealedText` declares, each as table and name. */
export const sealedColumns = [
  ['second_factors', 'secret'],
  ['webhooks', 'secret'],
  ['lti_keys', 'private_key'],
  ['provider_sessions', 'id_token'],
] as const

/** How many values are sealed by one statement. */
const batch = 1000

const columnOf = ([table, name]: (typeof sealedColumns)[number]) => ({
  name: `${table}.${name}`,
  table: sql.identifier(table),
  column: sql.identifier(name),
})

const isSealed = (column: SQL | ReturnType<typeof sql.identifier>) => sql`starts_with(${column}, 'sealed:1:')`

/** Throws ConfigError when something is sealed by a key that is not here: without it nobody could sign in by a code. */
const refuseUnknown = async (db: Db) => {
  const known = sql.param(secretKeyIds())
  for (const each of sealedColumns) {
    const { table, column } = columnOf(each)
    const { rows } = await db.execute(
      sql`select from ${table} where ${isSealed(column)} and split_part(${column}, ':', 3) <> all(${known}::text[]) limit 1`,
    )
    if (rows.length > 0)
      throw new ConfigError(
        'Переменная SECRETS_KEY: в базе есть секреты, которые закрыты другим ключом. Верните прежний ключ; если вы его меняете, допишите прежний после нового, через запятую.',
      )
  }
}

/** Seals what is plain, or sealed by a former key, by the key that seals now; without keys it changes nothing. */
const sealColumn = async (db: Db, each: (typeof sealedColumns)[number], prefix: string) => {
  const { name, table, column } = columnOf(each)
  for (let count = 0; ; ) {
    const { rows } = await db.execute<{ value: string }>(
      sql`select ${column} as value from ${table} where not starts_with(${column}, ${prefix}) limit ${batch}`,
    )
    if (rows.length === 0) return count
    const before = rows.map(({ value }) => value)
    const after = before.map((value) => seal(unseal(value, name), name))
    await db.execute(sql`
      update ${table} set ${column} = sealed.after
      from unnest(${sql.param(before)}::text[], ${sql.param(after)}::text[]) sealed (before, after)
      where ${column} = sealed.before`)
    count += rows.length
  }
}

/**
 * Seals every secret of the database by the operator's key, also those of before there was one, or by a former one.
 * Returns how many it has sealed. Throws ConfigError when some are sealed by a key that is not here.
 */
export const sealRows = async (db: Db) => {
  await refuseUnknown(db)
  const prefix = sealPrefix()
  let count = 0
  if (prefix !== null) for (const each of sealedColumns) count += await sealColumn(db, each, prefix)
  return count
}
