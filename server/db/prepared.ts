import type { Db } from '#server/db/database.ts'

const statements = new WeakMap<Db, Map<string, unknown>>()

/**
 * A named prepared statement for a hot question: PostgreSQL plans it once per connection.
 * `build` runs once for each database; `name` must be unique in the project.
 */
export const prepared = <Statement>(db: Db, name: string, build: (db: Db, name: string) => Statement): Statement => {
  let known = statements.get(db)
  if (!known) statements.set(db, (known = new Map()))
  let statement = known.get(name) as Statement | undefined
  if (!statement) known.set(name, (statement = build(db, name)))
  return statement
}
