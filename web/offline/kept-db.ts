import { type DBSchema, deleteDB, openDB } from 'idb'
import { deviceDatabase } from '#web/ui/device-database.ts'

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
  /** Files that are kept, by their paths; while the course is being saved, those that are to be, too. */
  files: string[]
  /** How many files were too large. */
  left: number
  /** Set until the first save has completed: not everything is there. */
  part?: true
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

const database = deviceDatabase<Schema>(
  (lost) =>
    openDB<Schema>(name, 1, {
      upgrade: (database) => {
        database.createObjectStore('owner')
        const answers = database.createObjectStore('answers')
        answers.createIndex('course', 'course')
        answers.createIndex('age', ['course', 'at', 'size'])
        database.createObjectStore('courses', { keyPath: 'id' })
      },
      ...lost,
    }),
  3000,
)

/** The database of what can be read without a network. Rejects where the browser keeps none. */
export const openKept = database.open

/** Deletes it. */
export const deleteKept = async () => {
  await database.close()
  await deleteDB(name)
}
