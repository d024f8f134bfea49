import { authLimits } from '#contract/auth/auth.limits.ts'
import { openSession } from '#server/auth/open-session.ts'
import { checkPassword } from '#server/auth/passwords.ts'
import { countAgainst, oneByOne, throttle } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findUserByEmail, holdPassword, type User } from '#server/users/users.repo.ts'

/** What wrong passwords of an account are counted by. */
export const failedSignInsOf = (email: string) => `sign-in:account:${email}`

/** Opens a session unless the account was turned off or got another password while this one was being checked. */
const openSessionBy = (db: Db, user: Pick<User, 'id' | 'password_hash'>) =>
  db.transaction(async (tx) => {
    const now = await holdPassword(tx, user.id)
    if (!now?.active || now.password_hash !== user.password_hash) throw new Refusal('wrong-credentials')
    return openSession(tx, user.id)
  })

/** Checks the password and opens a session. Only failures count against the limits of the account and of the address. */
export const signIn = (db: Db, credentials: { email: string; password: string }, address: string) => {
  const account = failedSignInsOf(credentials.email)
  const place = `sign-in:address:${address}`
  return oneByOne(account, async () => {
    await throttle(db, account, authLimits.failedSignInsPerAccount)
    await throttle(db, place, authLimits.failedSignInsPerAddress)
    const user = await findUserByEmail(db, credentials.email)
    if (!(await checkPassword(user?.password_hash, credentials.password)) || !user) {
      await countAgainst(db, account)
      await countAgainst(db, place)
      throw new Refusal('wrong-credentials')
    }
    if (!user.active) throw new Refusal('account-off')
    return { user, access_token: await openSessionBy(db, user) }
  })
}
