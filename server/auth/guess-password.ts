import { authLimits } from '#contract/auth/auth.limits.ts'
import { deleteHitsLike } from '#server/auth/auth.repo.ts'
import { count, inTurn, oneByOne } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { networkOf } from '#server/http/network.ts'
import { findUserByHandle } from '#server/users/users.repo.ts'

/** How many guesses from one network are checked at the same time. */
const checkedAtOnce = 8

/** The account whose password is guessed, and the network the guess comes from. */
export interface Guess {
  /** As it was typed: the account may not exist. */
  email: string
  /** IP address. */
  address: string
}

/** The same for the address and the login of an account: what is typed would have a limit of its own each. */
const handleOf = async (db: Db, typed: string) => {
  const user = await findUserByHandle(db, typed)
  return user?.email ?? user?.login ?? typed
}

/**
 * Runs `check`, which throws when the password is wrong. A guess is counted before the check, against the account as
 * seen from this network and against the network, and taken back when it is right: however many arrive at once, the
 * limits hold. 429 when a limit is used up (product decision: limits).
 */
export const guessPassword = async <Result>(db: Db, { email, address }: Guess, check: () => Promise<Result>) => {
  const network = networkOf(address)
  const pair = `wrong-password:${network}:account:${await handleOf(db, email)}`
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
  // a guess counts until it is checked, so without this limit many right ones at once would block each other
  return oneByOne(pair, () => inTurn(`guess:${network}`, checkedAtOnce, guess))
}

/** Deletes the counted wrong passwords of an account, from every network. */
export const forgetGuesses = async (db: Db, email: string) =>
  deleteHitsLike(db, 'wrong-password:', `:account:${await handleOf(db, email)}`)
