import { type Changes, type Tag, watchChanges } from '#server/db/changes.ts'

/** All kept values may take this much together, in bytes. */
const maxTotalBytes = 32 * 1024 * 1024

/** The memory of a value beside its own bytes, its key and its tags. */
const overheadBytes = 500

/** The memory of a value's tag, with its place in the maps. */
const tagBytes = 100

/** A value that was built from rows, or is being built: a change of its tags drops it. */
interface Entry {
  key: string
  tags: readonly Tag[]
  /** Its memory without the value, in bytes. */
  overhead: number
  /** Its memory as it was last measured, in bytes. */
  bytes: number
  /** The memory of the value now, in bytes. */
  measure: () => number
  isDropped: boolean
  value: unknown
  /** In milliseconds since 1970. */
  validUntil: number
}

/** What a value is built from. */
export interface BuiltFrom {
  /** Every part of the database that the value comes from. */
  tags: readonly Tag[]
  /** Finds more tags, in rows that `tags` names or that never change. */
  findTags?: (() => Promise<readonly Tag[]>) | undefined
  /** Finds when the value changes without a change of a row, in rows that the tags name; null when it does not. */
  findUntil?: (() => Promise<string | null>) | undefined
}

/** How to build a value, and what it is built from. */
interface Recipe<Value> extends BuiltFrom {
  /** Identifies the value among all that are kept. */
  key: string
  /**
   * Calls `endAt` when the value will be wrong from some moment on without a change of a row, in milliseconds since
   * 1970.
   */
  build: (endAt: (moment: number) => void) => Promise<Value>
  /**
   * The memory of the value, in bytes; see `measure` of `Kept` for one that changes. It stays with the value, and so does
   * what it refers to.
   */
  bytesOf?: (value: NonNullable<Value>) => number
}

/** A function of its own: one in `build` would keep all that builds the value in memory, such as the request. */
const measureOf =
  <Value>(bytesOf: (value: Value) => number, value: Value) =>
  () =>
    bytesOf(value)

const tableOf = (tag: Tag) => tag.split(':', 1)[0] as string

/**
 * Values kept in memory until PostgreSQL reports a change of the rows they come from. They are never out of date: a
 * reader first waits for every commit that was acknowledged before, whichever process made it (`catchUp`).
 */
export interface Kept {
  /** Resolves true when kept values may be read for what was asked before; false while changes are not reported. */
  catchUp: () => Promise<boolean>
  /** The kept value, which must follow a `catchUp` of the same request. */
  find: (key: string) => unknown
  /** Builds a value and keeps it, unless it is null or a change of its tags arrived in the meantime. */
  build: <Value>(recipe: Recipe<Value>) => Promise<Value>
  /** The kept value, or a new one; nothing is kept for a reader who has not caught up. */
  read: <Value>(isCaughtUp: boolean, recipe: Recipe<Value>) => Promise<Value>
  /** Measures the memory of a kept value again, after it has taken another form. */
  measure: (key: string) => void
  stop: () => Promise<unknown>
}

export const createKept = (url: string, onError: (error: unknown) => void): Kept => {
  /** By key, the least recently read first. */
  const entries = new Map<string, Entry>()
  /** By table, then by tag. */
  const tagged = new Map<string, Map<Tag, Set<Entry>>>()
  let totalBytes = 0

  const drop = (entry: Entry) => {
    entry.isDropped = true
    for (const tag of entry.tags) {
      const tags = tagged.get(tableOf(tag))
      const same = tags?.get(tag)
      same?.delete(entry)
      if (same?.size === 0) tags?.delete(tag)
    }
    if (entries.get(entry.key) !== entry) return
    entries.delete(entry.key)
    totalBytes -= entry.bytes
  }

  const dropTag = (tag: Tag) => {
    const table = tableOf(tag)
    const tags = tagged.get(table)
    if (!tags) return
    const touched = tag === table ? [...tags.values()] : [tags.get(tag), tags.get(table)]
    for (const same of touched) for (const entry of [...(same ?? [])]) drop(entry)
  }

  const dropAll = () => {
    for (const tags of tagged.values())
      for (const same of [...tags.values()]) for (const entry of [...same]) drop(entry)
  }

  /** From now on a change of its tags drops it. */
  const watch = (entry: Entry) => {
    for (const tag of entry.tags) {
      const table = tableOf(tag)
      const tags = tagged.get(table) ?? new Map<Tag, Set<Entry>>()
      tagged.set(table, tags)
      const same = tags.get(tag) ?? new Set()
      tags.set(tag, same.add(entry))
    }
  }

  /** Counts the memory of a value, and makes room for it. */
  const measure = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    totalBytes -= entry.bytes
    entry.bytes = entry.overhead + entry.measure()
    totalBytes += entry.bytes
    for (const oldest of entries.values()) {
      if (totalBytes <= maxTotalBytes) break
      drop(oldest)
    }
  }

  const keep = (entry: Entry) => {
    const older = entries.get(entry.key)
    if (older) drop(older)
    entries.set(entry.key, entry)
    measure(entry.key)
  }

  const changes: Changes = watchChanges(url, { onChange: dropTag, onGap: dropAll, onError })

  const find = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (entry.validUntil <= Date.now()) {
      drop(entry)
      return undefined
    }
    // the most recently read is dropped last
    entries.delete(key)
    entries.set(key, entry)
    return entry.value
  }

  /** Watches what else the value is built from, before it is built. */
  const watchMore = async (entry: Entry, { findTags, findUntil }: BuiltFrom) => {
    const more = await findTags?.()
    if (more && !entry.isDropped) {
      entry.tags = [...entry.tags, ...more]
      entry.overhead += more.length * tagBytes
      watch(entry)
    }
    // only now: a change of the rows it is found in drops the entry
    const until = await findUntil?.()
    if (until) entry.validUntil = Date.parse(until)
  }

  const build = async <Value>(recipe: Recipe<Value>) => {
    const { key, tags, build, bytesOf } = recipe
    const entry: Entry = {
      key,
      tags,
      overhead: overheadBytes + 2 * key.length + tags.length * tagBytes,
      bytes: 0,
      measure: () => 0,
      isDropped: false,
      value: undefined,
      validUntil: Number.POSITIVE_INFINITY,
    }
    watch(entry)
    try {
      await watchMore(entry, recipe)
      const value = await build((moment) => {
        entry.validUntil = Math.min(entry.validUntil, moment)
      })
      entry.value = value
      if (value === null || value === undefined) drop(entry)
      else if (!entry.isDropped) {
        if (bytesOf) entry.measure = measureOf(bytesOf, value)
        if (entry.validUntil > Date.now()) keep(entry)
        else drop(entry)
      }
      return value
    } catch (error) {
      drop(entry)
      throw error
    }
  }

  return {
    catchUp: changes.catchUp,
    find,
    build,
    read: async <Value>(isCaughtUp: boolean, recipe: Recipe<Value>) =>
      isCaughtUp ? ((find(recipe.key) as Value | undefined) ?? build(recipe)) : recipe.build(() => {}),
    measure,
    stop: changes.stop,
  }
}
