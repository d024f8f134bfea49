import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { superuser } from '#server/db/postgres-cluster.ts'
import { type Base, type TableOfRows, tables, usersPerBlock } from './large-school.ts'

/** Characters of one chunk of the stream. */
const chunkLength = 1 << 16

const cell = (value: string | number | null | string[]) =>
  value === null ? '\\N' : Array.isArray(value) ? `{${value.map((text) => `"${text}"`).join()}}` : String(value)

/** Rows as COPY reads them; none of the texts has a tab, a line break or a backslash. */
function* lines(rows: ReturnType<TableOfRows['rows']>) {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.map(cell).join('\t')}\n`
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

/** The embedded database's superuser, who may switch triggers off; the password is the same as the application's. */
const connect = async (databaseUrl: string) => {
  const url = new URL(databaseUrl)
  url.username = superuser
  const client = new pg.Client(url.href)
  await client.connect()
  return client
}

const numberedTables = ['users', 'courses', 'lessons', 'assignments', 'tasks', 'attempts', 'projects'] as const

/** The demo school, before anything is added. */
export const readBase = async (databaseUrl: string): Promise<Base> => {
  const client = await connect(databaseUrl)
  try {
    const ids = await client.query(
      `select ${numberedTables.map((table) => `(select coalesce(max(id), 0)::int from ${table}) as ${table}`).join()}`,
    )
    const demo = await client.query(`select
      (select id from users where email = 'student@demo.example') as student,
      (select id from users where email = 'teacher@demo.example') as teacher`)
    const words = await client.query(`select lower(word) as word
      from lessons, regexp_split_to_table(regexp_replace(content, '<[^>]*>', ' ', 'g'), '[^[:alpha:]]+') as word
      where length(word) > 2 group by 1 order by count(*) desc, 1`)
    return { ids: ids.rows[0], demo: demo.rows[0], words: words.rows.map(({ word }) => word) }
  } finally {
    await client.end()
  }
}

/** Drops the indexes that no constraint needs: built after all rows, they take a fraction of the time. */
const dropIndexes = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any($1::text[]::regclass[]::oid[])
      and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables.map(({ table }) => table)],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Continues the ids after the copied ones. */
const setSequences = async (client: pg.Client) => {
  for (const table of numberedTables) {
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  }
}

/** How large a filled school is. */
export interface SchoolSize {
  /** Those who take and teach its courses. */
  users: number
  /** All, with those who take no course: as many at least. */
  people: number
}

/**
 * Adds what a school of one size lacks to one of another, by COPY; returns how long it took, in milliseconds. The site
 * must be restarted: the triggers that report changes are off.
 */
export const fillSchool = async (
  databaseUrl: string,
  base: Base,
  from: SchoolSize,
  to: SchoolSize,
): Promise<number> => {
  const began = performance.now()
  const client = await connect(databaseUrl)
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; begin`)
    const indexes = await dropIndexes(client)
    for (const { table, columns, rows } of tables) {
      const copy = client.query(copyFrom(`copy ${table} (${columns.join()}) from stdin`))
      const of = table === 'users' ? 'people' : 'users'
      await pipeline(Readable.from(lines(rows(base, from[of] / usersPerBlock, to[of] / usersPerBlock))), copy)
    }
    // what their triggers would have done
    await client.query(
      `insert into project_words (project_id, word)
      select id, lexeme from projects, unnest(search_words)
      where id > $1 and weights && '{A,B}' and length(lexeme) between 3 and 60 on conflict do nothing`,
      [base.ids.projects],
    )
    await client.query(
      `insert into lesson_words (lesson_id, name_words, words)
      select id, words_of(name), setweight(words_of(name), 'A') || setweight(words_of(content), 'D')
      from lessons where id > $1 on conflict do nothing`,
      [base.ids.lessons],
    )
    await client.query('select recount_rows()')
    for (const definition of indexes) await client.query(definition)
    await setSequences(client)
    await client.query('commit')
    await client.query('vacuum (analyze)')
    return performance.now() - began
  } finally {
    await client.end()
  }
}
