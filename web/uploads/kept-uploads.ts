import { type IDBPDatabase, openDB } from 'idb'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { readDevice, writeDevice } from '#web/ui/use-device-draft.ts'
import { setMayKeepUploads } from '#web/uploads/uploads-flag.ts'

/** What the device knows of an upload after the page is gone; its bytes lie beside it. */
export interface KeptUpload {
  key: string
  user_id: number
  target: string
  name: string
  type: string
  size: number
  /** `lastModified` of the file: tells it from another one of the same name. */
  modified: number
  /** The allowed types that the server checks again, comma separated. */
  accept: string | null
  /** Where the server takes its bytes; null until it has answered. */
  url: string | null
  sent: number
  paused: boolean
  /** Why the server will not have it. */
  refused: string | null
  file: StoredFile | null
  begun_at: number
  touched_at: number
}

/** Uploads that nobody touched for so long are dropped, here as on the server. In milliseconds. */
const life = 7 * 24 * 60 * 60_000

const plainKey = (key: string) => `upload:${key}`

let opened: Promise<IDBPDatabase | null> | null = null

/** Null where the browser will not let anything be kept. */
const database = () => {
  opened ??= (async () => {
    try {
      return await openDB('uploads', 1, {
        upgrade: (made) => {
          made.createObjectStore('uploads', { keyPath: 'key' })
          made.createObjectStore('files')
        },
        terminated: () => {
          opened = null
        },
      })
    } catch {
      return null
    }
  })()
  return opened
}

/** Notes an upload; without a database at least its description is kept, so that the file can be asked for again. */
export const keepUpload = async (kept: KeptUpload) => {
  setMayKeepUploads(true)
  try {
    const db = await database()
    if (db) await db.put('uploads', kept)
    else writeDevice(plainKey(kept.key), kept)
  } catch {
    writeDevice(plainKey(kept.key), kept)
  }
}

/** Keeps the bytes; false when there is no room for them. */
export const keepBytes = async (key: string, file: File) => {
  try {
    const db = await database()
    await db?.put('files', file, key)
    return db !== null
  } catch {
    return false
  }
}

/** The bytes of an upload; null when they could not be kept. */
export const keptBytes = async (key: string): Promise<File | null> => {
  try {
    return ((await (await database())?.get('files', key)) as File | undefined) ?? null
  } catch {
    return null
  }
}

/** Forgets the bytes alone: the server has them. */
export const dropBytes = async (key: string) => {
  await (await database())?.delete('files', key).catch(() => {})
}

/** Forgets an upload with its bytes. */
export const dropUpload = async (key: string) => {
  writeDevice(plainKey(key), null)
  await dropBytes(key)
  await (await database())?.delete('uploads', key).catch(() => {})
}

/** What is known of an upload; null when it is over and forgotten. */
export const keptUpload = async (key: string): Promise<KeptUpload | null> => {
  const plain = readDevice<KeptUpload>(plainKey(key))
  if (plain) return plain
  try {
    return ((await (await database())?.get('uploads', key)) as KeptUpload | undefined) ?? null
  } catch {
    return null
  }
}

const allKept = async (): Promise<KeptUpload[]> => {
  const plain = Object.keys(localStorage)
    .filter((name) => name.startsWith(plainKey('')))
    .flatMap((name) => readDevice<KeptUpload>(name) ?? [])
  try {
    const noted = ((await (await database())?.getAll('uploads')) ?? []) as KeptUpload[]
    return [...plain, ...noted.filter(({ key }) => !plain.some((other) => other.key === key))]
  } catch {
    return plain
  }
}

/** Drops what is too old, and bytes that belong to nothing; answers the rest that is this person's, oldest first. */
export const keptUploadsOf = async (userId: number): Promise<KeptUpload[]> => {
  // before the uploads: whatever has bytes by now has been noted by then
  const keys = ((await (await database())?.getAllKeys('files').catch(() => [])) ?? []) as string[]
  const all = await allKept()
  const fresh = all.filter(({ touched_at }) => touched_at > Date.now() - life)
  for (const { key } of all.filter((kept) => !fresh.includes(kept))) await dropUpload(key)
  for (const key of keys) if (!all.some((kept) => kept.key === key)) await dropBytes(key)
  if (fresh.length === 0) setMayKeepUploads(false)
  return fresh.filter(({ user_id }) => user_id === userId).sort((one, other) => one.begun_at - other.begun_at)
}
