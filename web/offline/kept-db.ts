import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'

/** An answer of the server as the device keeps it. */
interface KeptAnswer {
  body: unknown
  /** When the server gave it, in milliseconds since 1970. */
  at: number
  /** The length of its JSON, in characters. */
  size: number
  /** The course that it was saved with; 0 when it was only read, and gives way to newer ones. */
  course: number
}

/** A course that was saved for times without a network. */
export interface SavedCourse {
  id: number
  name: string
  /** In milliseconds since 1970. */
  at: number
  lessons: number
  /** The size of texts and files, in bytes. */
  size: number
  /** Files that are kept, by their paths. */
  files: string[]
  /** How many files were too large. */
  left: number
}

/** Whose all this is: one person at a time. */
export interface Owner {
  userId: number
  /** SHA-256 of the session's token, in hexadecimal: the token itself is not kept here. */
  token: string
}

interface Schema extends DBSchema {
  owner: { key: 'owner'; value: Owner }
  /** By the addresses of their calls. */
  answers: {
    key: string
    value: KeptAnswer
    indexes: { course: number; age: [course: number, at: number, size: number] }
  }
  courses: { key: number; value: SavedCourse }
}

const name = 'kept'
/** How long a database that does not open is waited for, in milliseconds. Some browsers never call back. */
const openTimeoutMs = 3000

let timeoutMs = openTimeoutMs
let opening: Promise<IDBPDatabase<Schema>> | null = null

const connect = () =>
  openDB<Schema>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('owner')
      const answers = database.createObjectStore('answers')
      answers.createIndex('course', 'course')
      answers.createIndex('age', ['course', 'at', 'size'])
      database.createObjectStore('courses', { keyPath: 'id' })
    },
    blocking: (_version, _wanted, event) => {
      ;(event.target as IDBDatabase).close()
      opening = null
    },
    terminated: () => {
      opening = null
    },
  })

/** The database of what can be read without a network. Rejects where the browser keeps none. */
export const openKept = async () => {
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

/** Deletes it. */
export const deleteKept = async () => {
  const database = await opening?.catch(() => null)
  database?.close()
  opening = null
  await deleteDB(name)
}
