import { isLooking } from '#web/auth/token.ts'
import type { Entry, EntryId } from '#web/outbox/outbox-schema.ts'

// The fallback of the database, for all that is to be sent: local storage. It is smaller and holds no files, but is
// written at once, even while a page is being closed.

const prefix = 'outbox:'
const nameOf = (id: EntryId) => prefix + JSON.stringify(id)

const read = (name: string): Entry | null => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as Entry | null
  } catch {
    return null
  }
}

/** Whether there was room. */
export const putLocally = (id: EntryId, entry: Entry) => {
  // what is typed in a look is nobody's
  if (isLooking()) return false
  try {
    localStorage.setItem(nameOf(id), JSON.stringify(entry))
    return true
  } catch {
    return false
  }
}

/** Removes an entry, unless a newer one has taken its place. */
export const removeLocally = (id: EntryId, at = Number.POSITIVE_INFINITY) => {
  try {
    if ((read(nameOf(id))?.at ?? 0) <= at) localStorage.removeItem(nameOf(id))
  } catch {
    // a storage that is closed to us holds nothing of ours
  }
}

/** The entries whose ids begin with these parts. */
export const listLocally = (...start: Partial<EntryId>): [EntryId, Entry][] => {
  if (isLooking()) return []
  try {
    return Object.keys(localStorage).flatMap((name) => {
      if (!name.startsWith(`${prefix}[`)) return []
      const id = JSON.parse(name.slice(prefix.length)) as EntryId
      const entry = start.every((part, index) => id[index] === part) ? read(name) : null
      return entry ? [[id, entry] as [EntryId, Entry]] : []
    })
  } catch {
    return []
  }
}
