import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { checkAudit } from '#server/audit/audit.repo.ts'
import { type DumpFacts, dumpDatabase } from '#server/backup/dump-database.repo.ts'
import { type DatabaseLoader, openLoader } from '#server/backup/load-database.repo.ts'
import { isMigrated, listSchema } from '#server/backup/schema.repo.ts'
import { openDatabase } from '#server/db/database.ts'
import { knowsMigrations } from '#server/db/migrate.ts'

/** Two databases that should be the same differ; the message is for people. */
export class DatabasesDiffer extends Error {
  override name = 'DatabasesDiffer'
}

/** How far a move is. */
export type MoveStage = { kind: 'copying'; tables: number } | { kind: 'copied'; bytes: number } | { kind: 'comparing' }

/** Max differences in a message. */
const maxShown = 5

const refuseDifferences = (earlier: string[], later: string[]) => {
  const [before, after] = [new Set(earlier), new Set(later)]
  const differences = [
    ...earlier.filter((line) => !after.has(line)).map((line) => `− ${line}`),
    ...later.filter((line) => !before.has(line)).map((line) => `+ ${line}`),
  ]
  if (differences.length === 0) return
  const more = differences.length > maxShown ? [`и ещё ${differences.length - maxShown}`] : []
  throw new DatabasesDiffer(
    'Таблицы, столбцы или правила в ней не такие, какими их создал сайт. Верните их к прежнему виду, тогда она перенесётся. ' +
      `Лишнее отмечено «−», недостающее «+»: ${[...differences.slice(0, maxShown), ...more].join('; ')}.`,
  )
}

/** What a database has: its facts, and a digest of all rows of each table in their order. */
interface Digest {
  facts: DumpFacts
  tables: Record<string, string>
}

interface Taker {
  begin: (facts: DumpFacts) => Promise<void>
  take: (table: string, part: Buffer) => Promise<void>
}

/** Reads a whole database, passes it on and adds it up. */
const read = async (url: string, { begin, take }: Partial<Taker> = {}): Promise<Digest> => {
  const hashes = new Map<string, Hash>()
  let found: DumpFacts | null = null
  const add = async (name: string, part: Buffer) => {
    const table = name.split('/').slice(1, -1).join('/')
    const hash = hashes.get(table) ?? createHash('sha256')
    hashes.set(table, hash.update(part))
    await take?.(table, part)
  }
  await dumpDatabase(url, { add }, async (facts) => {
    found = facts
    await begin?.(facts)
  })
  const tables = Object.fromEntries([...hashes].map(([table, hash]) => [table, hash.digest('hex')]))
  return { facts: found as unknown as DumpFacts, tables }
}

const refuseOtherRows = (earlier: Digest, later: Digest) => {
  const names = new Set([...Object.keys(earlier.tables), ...Object.keys(later.tables)])
  const other = [...names].filter((name) => earlier.tables[name] !== later.tables[name])
  if (other.length > 0) throw new DatabasesDiffer(`После переноса отличаются строки таблиц: ${other.join(', ')}.`)
  if (JSON.stringify(earlier.facts) !== JSON.stringify(later.facts))
    throw new DatabasesDiffer('После переноса отличаются столбцы, счётчики или список миграций.')
}

/** What the check of the journal of changes finds; null in a database from before there was one. */
const followChain = async (url: string, { tables }: DumpFacts) => {
  if (!tables.some(({ name }) => name === 'public.audit_links')) return null
  const { db, pool } = openDatabase(url, { max: 1 })
  return await checkAudit(db).finally(() => pool.end())
}

/**
 * Fills an empty database with what another one has, row by row without files in between, and compares the two: schema,
 * all rows of all tables in their order, sequences, the chain of the journal of changes. Reads the other in one
 * transaction; make sure that nobody changes it. Throws DatabasesDiffer.
 */
export const moveDatabase = async (
  { from, to }: { from: string; to: string },
  onStage: (stage: MoveStage) => void,
): Promise<{ tables: number }> => {
  const schema = await listSchema(from)
  if (!(await isMigrated(from))) {
    refuseDifferences(schema, [])
    return { tables: 0 }
  }
  let loader: DatabaseLoader | null = null
  let bytes = 0
  try {
    const earlier = await read(from, {
      begin: async (facts) => {
        if (!(await knowsMigrations(facts.migrations)))
          throw new DatabasesDiffer('Её уже обновила более новая версия сайта: запустите новую.')
        loader = await openLoader(to, facts)
        // the loader's own changes are not visible yet
        refuseDifferences(schema, await listSchema(to))
        onStage({ kind: 'copying', tables: facts.tables.length })
      },
      take: async (table, part) => {
        await (loader as unknown as DatabaseLoader).load(table, Readable.from([part]))
        bytes += part.length
        onStage({ kind: 'copied', bytes })
      },
    })
    await (loader as unknown as DatabaseLoader).finish()
    onStage({ kind: 'comparing' })
    refuseDifferences(schema, await listSchema(to))
    refuseOtherRows(earlier, await read(to))
    const [before, after] = [await followChain(from, earlier.facts), await followChain(to, earlier.facts)]
    if (JSON.stringify(before) !== JSON.stringify(after))
      throw new DatabasesDiffer('После переноса цепочка журнала изменений проверяется иначе, чем до него.')
    return { tables: earlier.facts.tables.length }
  } finally {
    await (loader as DatabaseLoader | null)?.close()
  }
}
