/** A chunk that several lazily loaded entries share. */
export interface SharedChunk {
  /** The chunks that were merged into it. */
  files: string[]
  /** The size of its script and style sheet, compressed, in bytes. */
  size: number
  hasStyles: boolean
  imports: string[]
}

/** A chunk that is loaded on demand: a page, or a part of one. It may import other entries, too. */
export interface EntryChunk {
  file: string
  imports: string[]
  /** How often it is loaded, compared to the others. */
  weight: number
}

/**
 * The cost of one more request to a visitor, in bytes: its headers, its turn among a browser's six connections, and
 * some three milliseconds of processor time even when the browser has the file. Between 4500 and 5500 the plans are
 * alike; with 6000 a teacher's course loads 7 KB more.
 */
const requestBytes = 5000

const requestsOf = (chunk: SharedChunk) => (chunk.hasStyles ? 2 : 1)

/** The files, and all that they import, directly or through others. */
export const withImports = (files: readonly string[], importsOf: (file: string) => readonly string[]) => {
  const [found, open] = [new Set<string>(), [...files]]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    found.add(file)
    open.push(...importsOf(file))
  }
  return found
}

class Merging {
  readonly chunks: Set<SharedChunk>
  private readonly entries: ReadonlyMap<string, readonly string[]>
  private readonly weights: readonly number[]
  private readonly places = new Map<string, SharedChunk>()
  private closures = new Map<SharedChunk, Set<SharedChunk>>()
  private loaded: Set<SharedChunk>[] = []
  private users = new Map<SharedChunk, Set<number>>()
  private userWeights = new Map<SharedChunk, number>()

  constructor(shared: readonly SharedChunk[], entries: readonly EntryChunk[]) {
    this.chunks = new Set(shared)
    this.entries = new Map(entries.map(({ file, imports }) => [file, imports]))
    this.weights = entries.map(({ weight }) => weight)
    for (const chunk of shared) for (const file of chunk.files) this.places.set(file, chunk)
    this.measure()
  }

  /** Merges the pair that saves most. Returns whether there was one. */
  step() {
    const chunks = [...this.chunks]
    let best: { pair: [SharedChunk, SharedChunk]; saved: number } | undefined
    for (const [place, one] of chunks.entries()) {
      for (const other of chunks.slice(place + 1)) {
        const saved = this.saved(one, other, best?.saved ?? 0)
        if (saved > (best?.saved ?? 0) && !this.makesCycle(one, other)) best = { pair: [one, other], saved }
      }
    }
    if (!best) return false
    this.merge(...best.pair)
    return true
  }

  private merge(one: SharedChunk, other: SharedChunk) {
    const merged = {
      files: [...one.files, ...other.files],
      size: one.size + other.size,
      hasStyles: one.hasStyles || other.hasStyles,
      imports: [...new Set([...one.imports, ...other.imports])],
    }
    this.chunks.delete(one)
    this.chunks.delete(other)
    this.chunks.add(merged)
    for (const file of merged.files) this.places.set(file, merged)
    this.measure()
  }

  /**
   * Bytes that all entries together save by it; negative when they would load more, and 0 as soon as it is known that
   * they are not more than `least`.
   */
  private saved(one: SharedChunk, other: SharedChunk, least: number) {
    const [usersOfOne, usersOfOther] = [this.usersOf(one), this.usersOf(other)]
    const bytes = requestBytes * (one.hasStyles && other.hasStyles ? 2 : 1)
    if (bytes * Math.min(this.weightOfUsers(one), this.weightOfUsers(other)) <= least) return 0
    const fewer = bytes * this.weightOfAll([...usersOfOne].filter((entry) => usersOfOther.has(entry)))
    if (fewer <= least) return 0
    return fewer - this.added(other, one, usersOfOne, usersOfOther) - this.added(one, other, usersOfOther, usersOfOne)
  }

  /** Bytes of `chunk` and its imports for the users of `into` that did not need it. */
  private added(chunk: SharedChunk, into: SharedChunk, users: Set<number>, usersOfChunk: Set<number>) {
    let sum = 0
    for (const entry of users) {
      if (usersOfChunk.has(entry)) continue
      let bytes = chunk.size + (chunk.hasStyles && !into.hasStyles ? requestBytes : 0)
      for (const needed of this.closureOf(chunk)) {
        if (needed !== chunk && needed !== into && !this.loaded[entry]?.has(needed))
          bytes += needed.size + requestBytes * requestsOf(needed)
      }
      sum += bytes * this.weightOf(entry)
    }
    return sum
  }

  /** A chunk between the two would import the merged one, and be imported by it: its code could run too early. */
  private makesCycle(one: SharedChunk, other: SharedChunk) {
    const between = (from: SharedChunk, to: SharedChunk) =>
      [...this.closureOf(from)].some((chunk) => chunk !== from && chunk !== to && this.closureOf(chunk).has(to))
    return between(one, other) || between(other, one)
  }

  private measure() {
    this.closures = new Map()
    for (const chunk of this.chunks) this.closures.set(chunk, this.reach(chunk.files))
    this.loaded = [...this.entries.keys()].map((file) => this.reach([file]))
    this.users = new Map()
    for (const [entry, chunks] of this.loaded.entries())
      for (const chunk of chunks) this.users.set(chunk, this.usersOf(chunk).add(entry))
    this.userWeights = new Map([...this.users].map(([chunk, entries]) => [chunk, this.weightOfAll(entries)]))
  }

  private reach(files: readonly string[]) {
    const importsOf = (file: string) => this.places.get(file)?.imports ?? this.entries.get(file) ?? []
    return new Set([...withImports(files, importsOf)].flatMap((file) => this.places.get(file) ?? []))
  }

  private weightOf(entry: number) {
    return this.weights[entry] ?? 1
  }

  private weightOfAll(entries: Iterable<number>) {
    let sum = 0
    for (const entry of entries) sum += this.weightOf(entry)
    return sum
  }

  private weightOfUsers(chunk: SharedChunk) {
    return this.userWeights.get(chunk) ?? 0
  }

  private closureOf(chunk: SharedChunk) {
    return this.closures.get(chunk) ?? new Set<SharedChunk>()
  }

  private usersOf(chunk: SharedChunk) {
    return this.users.get(chunk) ?? new Set<number>()
  }
}

/**
 * Merges chunks as long as the requests that this saves weigh more than the bytes that entries then load without need.
 * Returns the chunks that are left; it adds no cycle of imports.
 */
export const mergeChunks = (shared: readonly SharedChunk[], entries: readonly EntryChunk[]): SharedChunk[] => {
  const merging = new Merging(shared, entries)
  while (merging.step()) {}
  return [...merging.chunks]
}
