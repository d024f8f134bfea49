import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { isLooking } from '#web/auth/token.ts'
import type { Kind } from '#web/outbox/outbox-flag.ts'

/**
 * What an entry is, whose, what it is about, and the page that keeps it: `''` where one entry serves all pages, which
 * then take turns as its owner.
 */
export type EntryId = [kind: Kind, userId: number, key: string, page: string]

/** An entry as the device keeps it. `null` in place of a value marks one that was removed. */
export interface Entry<Value = unknown> {
  value: Value | null
  /** When it was written, in milliseconds since 1970. Rises with every entry that a page writes. */
  at: number
}

interface Schema extends DBSchema {
  entries: { key: EntryId; value: Entry }
  /** The bytes of uploads, by the key of their entry. */
  files: { key: string; value: File }
}

/** The steps from one version of the schema to the next: a new one is added at the end, none is ever changed. */
const migrations: ((database: IDBPDatabase<Schema>) => void)[] = [
  (database) => {
    database.createObjectStore('entries')
    database.createObjectStore('files')
  },
]

/** How long a database that does not open is waited for. Some browsers never call back. */
const openTimeoutMs = 1000

let timeoutMs = openTimeoutMs
let opening: Promise<IDBPDatabase<Schema>> | null = null

const connect = () =>
  openDB<Schema>('outbox', migrations.length, {
    upgrade: (database, version) => {
      for (const migrate of migrations.slice(version)) migrate(database)
    },
    // a later version of the site wants to change the database: it may
    blocking: (_version, _wanted, event) => {
      ;(event.target as IDBDatabase).close()
      opening = null
    },
    terminated: () => {
      opening = null
    },
  })

/** The database of everything that is to be sent. Rejects where the browser keeps none. */
export const openOutbox = async (): Promise<IDBPDatabase<Schema>> => {
  // what is typed in a look is nobody's
  if (isLooking()) throw new Error('Nothing is kept in a look.')
  opening ??= connect()
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database does not open.')), timeoutMs)
  })
  try {
    const database = await Promise.race([opening, late])
    timeoutMs = openTimeoutMs
    return database
  } catch (error) {
    // tried again each time, but waited for only once
    timeoutMs = 0
    opening?.catch(() => {
      opening = null
    })
    throw error
  }
}
