import { authLimits } from '#contract/auth/auth.limits.ts'
import { checkPassword } from '#server/auth/passwords.ts'
import { countAgainst, oneByOne, throttle } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { found, invalid } from '#server/http/refusal.ts'
import { findUser } from '#server/users/users.repo.ts'

/**
 * Does something only for who knows the account's password; `field` is the one that is wrong otherwise (422). Wrong guesses
 * are limited, and acts of one account come one after another.
 */
export const withOwnPassword = async <Result>(
  db: Db,
  userId: number,
  { password, field }: { password: string | undefined; field: string },
  act: () => Promise<Result>,
): Promise<Result> => {
  if (!password) throw invalid(field, 'Введите пароль')
  const key = `change-password:account:${userId}`
  return oneByOne(key, async () => {
    await throttle(db, key, authLimits.failedSignInsPerAccount)
    // read in its turn: the change before this one may have set another password
    const user = found(await findUser(db, userId))
    if (!(await checkPassword(user.password_hash, password))) {
      await countAgainst(db, key)
      throw invalid(field, 'Сейчас пароль другой. Проверьте раскладку и попробуйте ещё раз.')
    }
    return act()
  })
}
