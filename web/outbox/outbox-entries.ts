import { dayMs } from '#contract/durations.ts'
import { listLocally, putLocally, removeLocally } from '#web/outbox/local-entries.ts'
import { openOutbox } from '#web/outbox/outbox-db.ts'
import { type Kind, setMayHold } from '#web/outbox/outbox-flag.ts'
import { type Entry, type EntryId, startingWith } from '#web/outbox/outbox-schema.ts'

/** How long an entry that nobody comes back to is kept. The server keeps an unfinished upload for as long. */
const lifeMs: Record<Kind, number> = {
  draft: 183 * dayMs,
  'hand-in': 183 * dayMs,
  mark: 183 * dayMs,
  quiz: 183 * dayMs,
  scorm: 183 * dayMs,
  // for as long as the server repeats its answer to the key
  sending: dayMs,
  upload: 7 * dayMs,
  verdict: 183 * dayMs,
}

/** Before this there was no site: the clock of a device that says so was wrong, and nobody knows how old an entry is. */
const firstMs = Date.UTC(2026, 0)

const isOld = ([kind]: EntryId, { at }: Entry) => at >= firstMs && at < Date.now() - lifeMs[kind]

const put = async (id: EntryId, entry: Entry): Promise<boolean> => {
  setMayHold(id[0], true)
  try {
    const transaction = (await openOutbox()).transaction('entries', 'readwrite')
    const stored = transaction.store.put(entry, id)
    transaction.commit()
    await Promise.all([stored, transaction.done])
    // again: another page may have found nothing just before
    setMayHold(id[0], true)
    removeLocally(id, entry.at)
    return true
  } catch {
    return putLocally(id, entry)
  }
}

const remove = async (id: EntryId, at?: number) => {
  removeLocally(id, at)
  try {
    const database = await openOutbox()
    await database.delete('entries', id)
    // first cleared and then counted: another page that adds an entry meanwhile sets the flag itself
    setMayHold(id[0], false)
    const left = (await database.count('entries', startingWith(id[0]))) + listLocally(id[0]).length
    if (left > 0) setMayHold(id[0], true)
  } catch {
    // what cannot be reached may still be there: the flag stays
  }
}

/** Entries of this page that have not reached the database yet: of each id, the newest. */
const pending = new Map<string, { id: EntryId; entry: Entry; writing: Promise<boolean> }>()
/**
 * The newest entry that is known of each subject: one of a clock that was ahead must not outlive what is written of the
 * same subject after it.
 */
const newestMs = new Map<string, number>()
const subjectOf = (id: EntryId) => JSON.stringify(id.slice(0, 3))

const noteNewest = (subject: string, at: number) => {
  const newest = Math.max(at, newestMs.get(subject) ?? 0)
  newestMs.set(subject, newest)
  return newest
}

/** When an entry is written: later than all that is known of its subject. */
const now = (id: EntryId) => {
  const subject = subjectOf(id)
  return noteNewest(subject, Math.max(Date.now(), (newestMs.get(subject) ?? 0) + 1))
}

const writeAll = async (name: string): Promise<boolean> => {
  for (;;) {
    const { id, entry } = pending.get(name) as { id: EntryId; entry: Entry }
    let kept = true
    if (entry.value === null) await remove(id, entry.at)
    else kept = await put(id, entry)
    if (pending.get(name)?.entry === entry) {
      pending.delete(name)
      return kept
    }
  }
}

const write = (id: EntryId, entry: Entry): Promise<boolean> => {
  startOnce()
  const name = JSON.stringify(id)
  const known = pending.get(name)
  if (known) {
    known.entry = entry
    return known.writing
  }
  const added = { id, entry, writing: Promise.resolve(true) }
  pending.set(name, added)
  added.writing = writeAll(name)
  return added.writing
}

/** The page is being closed: what has not reached the database goes where it can still be written. */
const rescue = () => {
  for (const { id, entry } of pending.values()) putLocally(id, entry)
}

let started = false
const startOnce = () => {
  if (started) return
  started = true
  globalThis.addEventListener?.('pagehide', rescue)
  setTimeout(() => void sweep().catch(() => {}), 10_000)
}

/**
 * Keeps an entry on the device; resolves with whether it outlives the page. `atOnce`: not even a browser that is killed
 * in this moment loses it.
 */
export const keepEntry = (id: EntryId, value: unknown, { atOnce = false } = {}): Promise<boolean> => {
  const entry = { value, at: now(id) }
  if (atOnce) {
    setMayHold(id[0], true)
    putLocally(id, entry)
  }
  return write(id, entry)
}

/** Removes an entry. */
export const removeEntry = (id: EntryId): Promise<unknown> => write(id, { value: null, at: now(id) })

const listStored = async (start: Partial<EntryId>): Promise<[EntryId, Entry][]> => {
  try {
    const { store } = (await openOutbox()).transaction('entries')
    const range = startingWith(...start)
    const [ids, entries] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
    return ids.map((id, index) => [id, entries[index] as Entry])
  } catch {
    return []
  }
}

/** All entries whose ids begin with these parts, wherever the device has them: of each, the newest. */
const findEntries = async (...start: Partial<EntryId>): Promise<[EntryId, Entry][]> => {
  startOnce()
  const stored = await listStored(start)
  const waiting = [...pending.values()].filter(({ id }) => start.every((part, index) => id[index] === part))
  const newest = new Map<string, [EntryId, Entry]>()
  const all = [...stored, ...listLocally(...start), ...waiting.map(({ id, entry }) => [id, entry] as [EntryId, Entry])]
  for (const found of all) {
    noteNewest(subjectOf(found[0]), found[1].at)
    const name = JSON.stringify(found[0])
    const other = newest.get(name)
    if (!other || found[1].at >= other[1].at) newest.set(name, found)
  }
  return [...newest.values()]
}

/** An entry that was found on the device. */
export interface Found<Value> {
  id: EntryId
  value: Value
  at: number
}

/** The entries whose ids begin with these parts, the newest first. */
export const listEntries = async <Value>(...start: Partial<EntryId>): Promise<Found<Value>[]> =>
  (await findEntries(...start))
    .filter(([id, entry]) => entry.value !== null && !isOld(id, entry))
    .map(([id, { value, at }]) => ({ id, value: value as Value, at }))
    .sort((one, other) => other.at - one.at)

/** The value of one entry; null when there is none. */
export const readEntry = async <Value>(id: EntryId): Promise<Value | null> =>
  (await listEntries<Value>(...id))[0]?.value ?? null

/** Whether an entry is no longer on the device; false where the database cannot be reached, and nobody knows. */
export const isGone = async (id: EntryId): Promise<boolean> => {
  // first: from there it goes into the database
  const waiting = pending.get(JSON.stringify(id))
  if (waiting?.entry.value || listLocally(...id).some(([, { value }]) => value !== null)) return false
  try {
    return (await (await openOutbox()).get('entries', id)) === undefined
  } catch {
    return false
  }
}

/**
 * Moves entries of other pages into one, in one step: of two tabs that move them at once, only one has them. `join` makes
 * one value of theirs. Resolves with the values; null where the database cannot be reached, and nothing was moved.
 */
export const moveEntries = async <Value>(
  ids: EntryId[],
  to: EntryId,
  join: (values: Value[]) => Value,
): Promise<Value[] | null> => {
  try {
    const transaction = (await openOutbox()).transaction('entries', 'readwrite')
    const { store } = transaction
    const stored = await Promise.all(ids.map((id) => store.get(id)))
    // what is in local storage is read here, too: other tabs wait for the transaction
    const moved = ids.flatMap((id, index) => {
      const found = [stored[index], ...listLocally(...id).map(([, entry]) => entry)].filter(
        (entry) => entry !== undefined,
      )
      const [newest] = found.toSorted((one, other) => other.at - one.at)
      return newest && newest.value !== null ? [newest.value as Value] : []
    })
    const writing: Promise<unknown>[] = ids.map((id) => store.delete(id))
    if (moved.length > 0) writing.push(store.put({ value: join(moved), at: now(to) }, to))
    await Promise.all([...writing, transaction.done])
    // not before: what was only there would be lost with a page that is killed now
    for (const id of ids) removeLocally(id)
    return moved
  } catch {
    return null
  }
}

/** Removes what is too old, and files without an entry. */
export const sweep = async () => {
  const database = await openOutbox()
  // before the entries: a file is added after its entry
  const files = await database.getAllKeys('files')
  const entries = await findEntries()
  const isOver = ([id, entry]: [EntryId, Entry]) => entry.value === null || isOld(id, entry)
  for (const [id] of entries.filter(isOver)) await removeEntry(id)
  const keys = new Set(entries.filter((found) => !isOver(found)).map(([[, , key]]) => key))
  for (const key of files) if (!keys.has(key)) await removeFile(key)
}

/** Keeps a file beside its entry; false when there is no room for it. */
export const keepFile = async (key: string, file: File): Promise<boolean> => {
  try {
    await (await openOutbox()).put('files', file, key)
    return true
  } catch {
    return false
  }
}

/** A file that was kept; null when there is none. */
export const readFile = async (key: string): Promise<File | null> => {
  try {
    return (await (await openOutbox()).get('files', key)) ?? null
  } catch {
    return null
  }
}

/** Removes a file. */
export const removeFile = async (key: string) => {
  try {
    await (await openOutbox()).delete('files', key)
  } catch {
    // the sweep removes it another time
  }
}
