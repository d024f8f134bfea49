import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'

const statements = new WeakMap<Db, Map<string, unknown>>()

/**
 * A named prepared statement for a hot query: PostgreSQL plans it once per connection.
 * `build` runs once for each database; `name` must be unique in the project.
 */
export const prepared = <Statement>(db: Db, name: string, build: (db: Db, name: string) => Statement): Statement => {
  const known = statements.get(db) ?? new Map<string, unknown>()
  statements.set(db, known)
  const statement = (known.get(name) as Statement | undefined) ?? build(db, name)
  known.set(name, statement)
  return statement
}

interface Query<Rows> {
  toSQL: () => { sql: string }
  prepare: (name: string) => { execute: () => Promise<Rows> }
}

/** Runs a query whose SQL depends on its parameters as a named statement: PostgreSQL plans each variant once. */
export const planned = <Rows>(query: Query<Rows>): Promise<Rows> =>
  query.prepare(createHash('sha1').update(query.toSQL().sql).digest('hex')).execute()
