import { authLimits } from '#contract/auth/auth.limits.ts'
import { deleteHitsLike } from '#server/auth/auth.repo.ts'
import { count, inTurn, oneByOne } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { networkOf } from '#server/http/network.ts'

/** So many guesses from one network are checked at the same time. */
const checkedAtOnce = 8

/** Whose password is given, and from where. */
export interface Guess {
  /** As it was typed: there need not be such an account. */
  email: string
  /** IP address. */
  address: string
}

/**
 * Lets `check` find out whether a password is right; it throws when it is not. A guess is counted before it is checked,
 * against the account as seen from this network and against the network, and a right one is taken back: however many come
 * at once, no more than the limits allow are ever checked. 429 when a limit is used up (product decision: limits).
 */
export const guessPassword = <Result>(db: Db, { email, address }: Guess, check: () => Promise<Result>) => {
  const network = networkOf(address)
  const pair = `wrong-password:${network}:account:${email}`
  const guess = async () => {
    const takeBack = await count(
      db,
      { key: pair, limit: authLimits.wrongPasswordsPerPair },
      { key: `wrong-password:${network}`, limit: authLimits.wrongPasswordsPerNetwork },
    )
    const result = await check()
    await takeBack()
    return result
  }
  // few at once, or right ones that come together would be in each other's way: until it is checked, each is counted
  return oneByOne(pair, () => inTurn(`guess:${network}`, checkedAtOnce, guess))
}

/** Forgets the wrong passwords of an account, from every network. */
export const forgetGuesses = (db: Db, email: string) => deleteHitsLike(db, 'wrong-password:', `:account:${email}`)
