import type { DBSchema, IDBPDatabase } from 'idb'
import type { Kind } from '#web/outbox/outbox-flag.ts'

/**
 * The kind of an entry, its owner, its subject, and the page that keeps it: `''` where one entry serves all pages,
 * which then take turns as its owner.
 */
export type EntryId = [kind: Kind, userId: number, key: string, page: string]

/** An entry as the device keeps it. `null` in place of a value marks one that was removed. */
export interface Entry<Value = unknown> {
  value: Value | null
  /** When it was written, in milliseconds since 1970. Rises with every entry of a subject. */
  at: number
}

/** The database that pages and the service worker share. */
export interface OutboxSchema extends DBSchema {
  entries: { key: EntryId; value: Entry }
  /** The bytes of uploads, by the key of their entry. */
  files: { key: string; value: File }
}

/** The steps from one version of the schema to the next: a new one is added at the end, none is ever changed. */
const migrations: ((database: IDBPDatabase<OutboxSchema>) => void)[] = [
  (database) => {
    database.createObjectStore('entries')
    database.createObjectStore('files')
  },
]

export const outboxName = 'outbox'
export const outboxVersion = migrations.length

/** Brings a database of an earlier version to this one. */
export const upgradeOutbox = (database: IDBPDatabase<OutboxSchema>, version: number) => {
  for (const migrate of migrations.slice(version)) migrate(database)
}

/** Every id that begins with these parts: arrays sort after strings and numbers. */
export const startingWith = (...start: Partial<EntryId>) => IDBKeyRange.bound(start, [...start, []])
