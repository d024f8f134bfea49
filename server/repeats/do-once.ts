import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { claimCall, findResult, forgetCall, keepResult, renewClaim } from '#server/repeats/done-calls.repo.ts'
import { idOfCall, openResult, sealResult } from '#server/repeats/seal-result.ts'

/** How long a repeat waits for the first call, and how often it looks; in milliseconds. */
const waiting = { maxMs: 10_000, pauseMs: 100 }

/** How often a call that takes long renews its claim, in milliseconds: well before another process would take it over. */
const renewalMs = 20_000

/** Longer results are not kept, in characters: their calls happen again when they are repeated. */
const maxResult = 500_000

/** Who calls without a session. Nobody else knows the key, so one guest never gets the result of another. */
export const guest = 0

/** What makes two calls the same one: the caller, the method with the address, and the body. */
export type RepeatedCall = readonly [userId: number, call: string, body: unknown]

/** The result of the call that came first; undefined when there was none, or it has failed: then this one is claimed. */
const findFirst = async (db: Db, id: Buffer) => {
  const until = Date.now() + waiting.maxMs
  while (!(await claimCall(db, id))) {
    const result = await findResult(db, id)
    if (result) return result
    if (Date.now() > until) {
      throw new Refusal('conflict', { detail: 'Этот запрос ещё выполняется. Подождите немного и повторите.' })
    }
    await sleep(waiting.pauseMs)
  }
  return undefined
}

/** What is kept under a key: a result, or that the caller has given the call up before it came. */
type KeptResult<Result> = { result: Result } | { given_up: true }

/**
 * Does a call once for each `Idempotency-Key`: when the response was lost on the way, the repeat gets the first result
 * and changes nothing. A call that was refused or failed is done again. Between the commit and the kept result a crash
 * leaves a minute in which a repeat is refused. Without `work` the call is a repeat or nothing: 404 when there is no
 * result, and the first call, should it still come, is refused.
 */
export const doOnce = async <Result>(
  db: Db,
  call: RepeatedCall,
  key: string,
  work: (() => Promise<Result>) | null,
): Promise<Result> => {
  const id = idOfCall([...call, key])
  const first = await findFirst(db, id)
  if (first) {
    const kept = JSON.parse(openResult(first, key, id)) as KeptResult<Result>
    // a result without a body is kept as nothing
    if (!('given_up' in kept)) return kept.result
    if (!work) throw new Refusal('not-found')
    throw new Refusal('conflict', {
      detail: 'Этот запрос опоздал: после него уже отправлен другой. Обновите страницу.',
    })
  }
  if (!work) {
    await keepResult(db, id, sealResult(JSON.stringify({ given_up: true } satisfies KeptResult<Result>), key, id))
    throw new Refusal('not-found')
  }
  const forget = () => forgetCall(db, id).catch(() => {})
  const renewal = setInterval(() => void renewClaim(db, id).catch(() => {}), renewalMs)
  const result = await work()
    .catch(async (error: unknown) => {
      await forget()
      throw error
    })
    .finally(() => clearInterval(renewal))
  const text = JSON.stringify({ result })
  // the call is done: its response goes out, whether it could be kept or not
  if (text.length > maxResult) await forget()
  else await keepResult(db, id, sealResult(text, key, id)).catch(() => {})
  return result
}
