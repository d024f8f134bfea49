import { customType } from 'drizzle-orm/pg-core'

/** A moment: `timestamptz` in the database, ISO 8601 in UTC in the code, which also sorts as text. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** Raw bytes: hashes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** Words for searching, as PostgreSQL keeps them; the database writes them itself. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
