import type { Limit } from '#contract/auth/auth.limits.ts'
import { deleteHits, insertHits, lockHits, sumHits } from '#server/auth/auth.repo.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'

interface Queue {
  running: number
  waiting: (() => void)[]
}
const queues = new Map<string, Queue>()

/** Runs at most `width` acts of one key at once within this process; the others wait for their turn. */
export const inTurn = async <Result>(key: string, width: number, act: () => Promise<Result>): Promise<Result> => {
  const queue = queues.get(key) ?? { running: 0, waiting: [] }
  queues.set(key, queue)
  // an act that ends hands its place to the next in the queue
  if (queue.running < width) queue.running += 1
  else await new Promise<void>((begin) => queue.waiting.push(begin))
  try {
    return await act()
  } finally {
    const begin = queue.waiting.shift()
    if (begin) begin()
    else queue.running -= 1
    if (queue.running === 0) queues.delete(key)
  }
}

/** Runs the acts of one key one after another, within this process. */
export const oneByOne = <Result>(key: string, act: () => Promise<Result>) => inTurn(key, 1, act)

/** An act that is counted against a limit. */
export interface Counted {
  key: string
  limit: Limit
  /** Its share of the limit; 1 by default. */
  amount?: number
  /**
   * Makes the refusal over the limit; 429 «too many» by default. Gets the seconds until some of the limit is free
   * again.
   */
  refuse?: (retryAfter: number) => Refusal
}

const tooMany = (retryAfter: number) => new Refusal('too-many', { retryAfter })

/**
 * Counts an act against its limits, within the caller's transaction: others that count against one of them, in any
 * process, wait for its end, so that many at once cannot exceed a limit. 429 with `Retry-After` when one is used up.
 * Returns the ids of the inserted hits.
 */
export const countWithin = async (tx: Db, acts: Counted[]): Promise<number[]> => {
  await lockHits(
    tx,
    acts.map(({ key }) => key),
  )
  for (const { key, limit, amount = 1, refuse = tooMany } of acts) {
    const { total, first } = await sumHits(tx, key, limit.window)
    if (total + amount <= limit.count) continue
    const oldest = first === null ? Date.now() : Date.parse(first)
    throw refuse((oldest + limit.window - Date.now()) / 1000)
  }
  return insertHits(
    tx,
    acts.map(({ key, amount = 1 }) => ({ key, amount })),
  )
}

/**
 * Counts an act, whatever its outcome; see `countWithin`. Pass the limit that most people share last: its callers wait
 * in this process and not with a connection to the database. Returns a function that takes the count back.
 */
export const count = async (db: Db, ...acts: [...Counted[], Counted]): Promise<() => Promise<void>> => {
  const shared = `count:${acts.at(-1)?.key}`
  const counted = await oneByOne(shared, () => db.transaction((tx) => countWithin(tx, acts)))
  return () => deleteHits(db, counted)
}
