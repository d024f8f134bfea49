import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { peopleImportChanges } from '#server/people-imports/people-imports.table.ts'

/** A table that imports of people change. */
interface ChangedTable {
  /** The columns that a row is found by. */
  key: string[]
  /** The column with the person. */
  person: string
  /** The columns that are compared and restored; all of them by default. */
  columns?: string[]
}

/** In the order in which rows may be added: what others refer to comes first. */
const tables = {
  users: {
    key: ['id'],
    person: 'id',
    columns: [
      'id',
      'surname',
      'name',
      'patronymic',
      'email',
      'email_confirmed_at',
      'email_bounced_at',
      'login',
      'own_number',
      'birth_date',
      'role',
      'rights',
      'awaits_parent_at',
      'active',
    ],
  },
  guardians: { key: ['id'], person: 'child_id' },
  // how often letters were sent is no change of the person
  consent_requests: { key: ['user_id'], person: 'user_id', columns: ['user_id'] },
  cohort_students: { key: ['cohort_id', 'user_id'], person: 'user_id' },
  cohort_leaders: { key: ['cohort_id', 'user_id'], person: 'user_id' },
  course_students: { key: ['course_id', 'user_id'], person: 'user_id' },
  course_teachers: { key: ['course_id', 'user_id'], person: 'user_id' },
  course_leavers: { key: ['course_id', 'user_id'], person: 'user_id' },
} satisfies Record<string, ChangedTable>
type TableName = keyof typeof tables
const tableNames = Object.keys(tables) as TableName[]

type Row = Record<string, unknown>

/** A row of a table before and after: of one that has changed only the columns that differ, besides its key. */
export interface Change {
  table_name: string
  user_id: number | null
  key: Record<string, number>
  before: Row | null
  after: Row | null
}

/** Every row of these people in the tables that imports change, in one statement. */
export const loadRowsOf = async (tx: Db, userIds: number[]) => {
  const parts = tableNames.map((name) => {
    const { person, columns } = tables[name] as ChangedTable
    const row = columns
      ? sql`jsonb_build_object(${sql.join(
          columns.map((column) => sql`${sql.raw(`'${column}'`)}, ${sql.identifier(column)}`),
          sql`, `,
        )})`
      : sql`to_jsonb(item)`
    return sql`select ${name}::text as name, ${row} as row from ${sql.identifier(name)} item
      where ${sql.identifier(person)} = any(${sql.param(userIds)}::int[])`
  })
  const { rows } = await tx.execute<{ name: TableName; row: Row }>(sql.join(parts, sql` union all `))
  return rows
}
export type RowsOf = Awaited<ReturnType<typeof loadRowsOf>>

const keyOf = (name: TableName, row: Row) =>
  Object.fromEntries(tables[name].key.map((column) => [column, row[column] as number]))

const byKey = (rows: RowsOf) =>
  new Map(rows.map(({ name, row }) => [`${name} ${JSON.stringify(keyOf(name, row))}`, { name, row }]))

const only = (row: Row, columns: string[]) => Object.fromEntries(columns.map((column) => [column, row[column]]))

/** What differs between two states of the same people. */
export const changesBetween = (before: RowsOf, after: RowsOf): Change[] => {
  const [earlier, later] = [byKey(before), byKey(after)]
  const changes: Change[] = []
  for (const key of new Set([...earlier.keys(), ...later.keys()])) {
    const [from, to] = [earlier.get(key), later.get(key)]
    const { name, row } = (to ?? from) as RowsOf[number]
    const about = { table_name: name, user_id: row[tables[name].person] as number, key: keyOf(name, row) }
    if (!from || !to) {
      changes.push({ ...about, before: from?.row ?? null, after: to?.row ?? null })
      continue
    }
    const columns = Object.keys(to.row).filter((column) => !isDeepStrictEqual(to.row[column], from.row[column]))
    if (columns.length > 0) changes.push({ ...about, before: only(from.row, columns), after: only(to.row, columns) })
  }
  return changes
}

export const insertChanges = async (tx: Db, importId: number, changes: Change[]) => {
  await tx.execute(sql`
    insert into people_import_changes (import_id, user_id, table_name, key, before, after)
    select ${importId}, user_id, table_name, key, nullif(before, 'null'), nullif(after, 'null')
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as item (user_id int, table_name text, key jsonb, before jsonb, after jsonb)`)
}

export const listChanges = (tx: Db, importId: number): Promise<Change[]> =>
  tx
    .select({
      table_name: peopleImportChanges.table_name,
      user_id: peopleImportChanges.user_id,
      key: peopleImportChanges.key,
      before: peopleImportChanges.before,
      after: peopleImportChanges.after,
    })
    .from(peopleImportChanges)
    .where(eq(peopleImportChanges.import_id, importId))
    .orderBy(peopleImportChanges.id)

/** The rows of JSON as rows of a table. */
const recordsOf = (name: TableName, rows: Row[]) =>
  sql`jsonb_populate_recordset(null::${sql.identifier(name)}, ${JSON.stringify(rows)}::jsonb)`

const sameKey = (name: TableName, other: string) =>
  sql.join(
    tables[name].key.map(
      (column) => sql`kept.${sql.identifier(column)} = ${sql.identifier(other)}.${sql.identifier(column)}`,
    ),
    sql` and `,
  )

/** Restores rows that were changed; rows with the same columns go in one statement. */
const restoreChanged = async (tx: Db, name: TableName, changes: Change[]) => {
  const alike = Map.groupBy(changes, ({ before }) =>
    Object.keys(before ?? {})
      .sort()
      .join(),
  )
  for (const same of alike.values()) {
    const columns = Object.keys(same[0]?.before ?? {})
    const rows = same.map(({ key, before }) => ({ ...key, ...before }))
    const set = sql.join(
      columns.map((column) => sql`${sql.identifier(column)} = item.${sql.identifier(column)}`),
      sql`, `,
    )
    await tx.execute(
      sql`update ${sql.identifier(name)} kept set ${set} from ${recordsOf(name, rows)} item where ${sameKey(name, 'item')}`,
    )
  }
}

/** Makes the rows what they were before: in as many statements for a thousand people as for one. */
export const restoreRows = async (tx: Db, changes: Change[]) => {
  const of = (name: TableName) => changes.filter(({ table_name }) => table_name === name)
  for (const name of tableNames.toReversed()) {
    const added = of(name).filter(({ before }) => before === null)
    if (added.length === 0) continue
    const keys = added.map(({ key }) => key)
    await tx.execute(
      sql`delete from ${sql.identifier(name)} kept using ${recordsOf(name, keys)} item where ${sameKey(name, 'item')}`,
    )
  }
  for (const name of tableNames) {
    const removed = of(name).flatMap(({ before, after }) => (after === null && before !== null ? [before] : []))
    if (removed.length > 0) {
      await tx.execute(sql`insert into ${sql.identifier(name)} select * from ${recordsOf(name, removed)}`)
    }
    await restoreChanged(
      tx,
      name,
      of(name).filter(({ before, after }) => before !== null && after !== null),
    )
  }
}

/** What an account gets without its owner, and what the import has put there: their traces are elsewhere. */
const untraced = [
  ...tableNames,
  'people_import_rows',
  'people_import_changes',
  // from letters that were sent to the person, and news for them
  'password_resets',
  'email_confirmations',
  'notifications',
]

/** The columns of other tables that refer to this one. */
const referencesTo = async (tx: Db, target: 'users' | 'cohorts') => {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${sql.raw(`'${target}'`)}::regclass`)
  return rows.filter(({ table }) => !untraced.includes(table))
}

/** Filters people or classes to those that something refers to which no import makes: any table, also a future one. */
export const listUsed = async (tx: Db, target: 'users' | 'cohorts', ids: number[]) => {
  if (ids.length === 0) return []
  const parts = (await referencesTo(tx, target)).map(
    ({ table, column }) =>
      sql`select ${sql.identifier(column)} as id from ${sql.raw(table)} where ${sql.identifier(column)} = any(${sql.param(ids)}::int[])`,
  )
  if (parts.length === 0) return []
  const { rows } = await tx.execute<{ id: number }>(sql.join(parts, sql` union `))
  return rows.map(({ id }) => id)
}

/** Filters classes to those that have members besides these people. */
export const listCohortsWithOthers = async (tx: Db, cohortIds: number[], userIds: number[]) => {
  const { rows } = await tx.execute<{ cohort_id: number }>(sql`
    select cohort_id from (
      select cohort_id, user_id from cohort_students union all select cohort_id, user_id from cohort_leaders) members
    where cohort_id = any(${sql.param(cohortIds)}::int[]) and not user_id = any(${sql.param(userIds)}::int[])`)
  return rows.map(({ cohort_id }) => cohort_id)
}

/** The students who have begun a task in their course since a moment. */
export const listBegun = async (tx: Db, pairs: { course_id: number; user_id: number }[], since: string) => {
  if (pairs.length === 0) return []
  const { rows } = await tx.execute<{ user_id: number }>(sql`
    with pairs as (select * from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as item (course_id int, user_id int))
    select pairs.user_id from pairs
    where exists (select 1 from task_students join tasks on tasks.id = task_students.task_id
        where task_students.user_id = pairs.user_id and task_students.course_id = pairs.course_id
          and tasks.created_at >= ${since}::timestamptz)`)
  return rows.map(({ user_id }) => user_id)
}

/** Lets people get letters again at the addresses that they have. */
export const forgetBounces = async (tx: Db, userIds: number[]) => {
  await tx.execute(sql`update users set email_bounced_at = null where id = any(${sql.param(userIds)}::int[])`)
}
