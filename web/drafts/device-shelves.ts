import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { setMayKeepCopies } from '#web/drafts/copies-flag.ts'

/** A draft's copy as the device keeps it; `null` in the place of a value says that it was taken away. */
export interface DeviceRecord {
  copy: { value: unknown; revision: number } | null
  /** When it was written, in milliseconds since 1970. */
  at: number
  /** Rises with every record of the same page. */
  turn: number
}

/** Whose draft of what, and the page that keeps the copy. */
export type RecordId = [userId: number, key: string, writer: string]

interface Schema extends DBSchema {
  copies: { key: RecordId; value: DeviceRecord; indexes: { at: number } }
}

/** How long a database that does not open is waited for, in milliseconds. Some browsers never answer. */
let patience = 1000
let opening: Promise<IDBPDatabase<Schema>> | null = null

const connect = () =>
  openDB<Schema>('drafts', 1, {
    upgrade: (database) => database.createObjectStore('copies').createIndex('at', 'at'),
    // a later version of the site wants to change the database: it may
    blocking: (_version, _wanted, event) => {
      ;(event.target as IDBDatabase).close()
      opening = null
    },
    terminated: () => {
      opening = null
    },
  })

const database = async () => {
  opening ??= connect()
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database does not open.')), patience)
  })
  try {
    const open = await Promise.race([opening, late])
    patience = 1000
    return open
  } catch (error) {
    // asked again each time, but waited for only once
    patience = 0
    opening.catch(() => {
      opening = null
    })
    throw error
  }
}

const prefix = 'drafts:'
const localName = (id: RecordId) => prefix + id.join(':')

/** Keeps a record in the other storage of the browser, at once: what a page that is being closed can still do. */
export const putLocally = (id: RecordId, record: DeviceRecord) => {
  setMayKeepCopies(true)
  try {
    localStorage.setItem(localName(id), JSON.stringify(record))
    return true
  } catch {
    return false
  }
}

const removeLocally = (id: RecordId) => {
  try {
    localStorage.removeItem(localName(id))
  } catch {
    // a storage that is closed to us holds nothing of ours
  }
}

const readLocally = (name: string): DeviceRecord | null => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as DeviceRecord | null
  } catch {
    return null
  }
}

const localRecords = (userId: number, key: string): [string, DeviceRecord][] => {
  try {
    const start = `${prefix}${userId}:${key}:`
    return Object.keys(localStorage).flatMap((name) => {
      const writer = name.startsWith(start) ? name.slice(start.length) : ':'
      const record = writer.includes(':') ? null : readLocally(name)
      return record ? [[writer, record] as [string, DeviceRecord]] : []
    })
  } catch {
    return []
  }
}

const anyLocal = () => Object.keys(localStorage).some((name) => name.startsWith(prefix))

/** Keeps a record in the database, or where there is room; false when nowhere. */
export const putRecord = async (id: RecordId, record: DeviceRecord): Promise<boolean> => {
  setMayKeepCopies(true)
  try {
    const transaction = (await database()).transaction('copies', 'readwrite')
    const put = transaction.store.put(record, id)
    transaction.commit()
    await Promise.all([put, transaction.done])
    // once more: another page may have found nothing just before
    setMayKeepCopies(true)
    removeLocally(id)
    return true
  } catch {
    return putLocally(id, record)
  }
}

/** Takes a record away, wherever it is. */
export const removeRecord = async (id: RecordId): Promise<boolean> => {
  removeLocally(id)
  try {
    const open = await database()
    await open.delete('copies', id)
    // first taken back and then counted: what another page puts there meanwhile says so itself
    setMayKeepCopies(false)
    if ((await open.count('copies')) > 0 || anyLocal()) setMayKeepCopies(true)
  } catch {
    // what cannot be reached cannot be shown either; an old copy is told apart by its revision
  }
  return true
}

const storedRecords = async (userId: number, key: string): Promise<[string, DeviceRecord][]> => {
  try {
    const range = IDBKeyRange.bound([userId, key], [userId, key, []])
    const { store } = (await database()).transaction('copies')
    const [ids, records] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
    return ids.map(([, , writer], index) => [writer, records[index] as DeviceRecord])
  } catch {
    return []
  }
}

/** What every page has left of a draft on this device: of each, the newest record. */
export const listRecords = async (userId: number, key: string): Promise<Map<string, DeviceRecord>> => {
  const newest = new Map<string, DeviceRecord>()
  for (const [writer, record] of [...(await storedRecords(userId, key)), ...localRecords(userId, key)]) {
    const other = newest.get(writer)
    if (!other || record.turn >= other.turn) newest.set(writer, record)
  }
  return newest
}

/** Drops what was written before a moment and never came to anything. */
export const dropRecordsBefore = async (moment: number) => {
  try {
    const transaction = (await database()).transaction('copies', 'readwrite')
    for await (const cursor of transaction.store.index('at').iterate(IDBKeyRange.upperBound(moment))) cursor.delete()
    for (const name of Object.keys(localStorage))
      if (name.startsWith(prefix) && (readLocally(name)?.at ?? moment) < moment) localStorage.removeItem(name)
  } catch {
    // another time
  }
}
