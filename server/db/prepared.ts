import type { Db } from '#server/db/database.ts'

const statements = new WeakMap<Db, Map<string, unknown>>()

/**
 * A named prepared statement for a hot question: PostgreSQL plans it once per connection.
 * `build` runs once for each database; `name` must be unique in the project.
 */
export const prepared = <Statement>(db: Db, name: string, build: (db: Db, name: string) => Statement): Statement => {
  const known = statements.get(db) ?? new Map<string, unknown>()
  statements.set(db, known)
  const statement = (known.get(name) as Statement | undefined) ?? build(db, name)
  known.set(name, statement)
  return statement
}
