import type { Limit } from '#contract/auth/auth.limits.ts'
import { countHits, insertHit } from '#server/auth/auth.repo.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'

const queues = new Map<string, Promise<unknown>>()

/** Runs the acts of one key one after another, so that many at once cannot slip past a count. */
export const oneByOne = <Result>(key: string, act: () => Promise<Result>): Promise<Result> => {
  const turn = (queues.get(key) ?? Promise.resolve()).then(act, act)
  queues.set(key, turn)
  const leave = () => {
    if (queues.get(key) === turn) queues.delete(key)
  }
  turn.then(leave, leave)
  return turn
}

/** 429 with `Retry-After` when `key` has used its limit up. */
export const throttle = async (db: Db, key: string, limit: Limit) => {
  const { count, first } = await countHits(db, key, limit.window)
  if (count < limit.count) return
  const oldest = first === null ? Date.now() : Date.parse(first)
  throw new Refusal('too-many', { retryAfter: (oldest + limit.window - Date.now()) / 1000 })
}

/** Counts one against the limits of `key`. */
export const countAgainst = (db: Db, key: string) => insertHit(db, key)
