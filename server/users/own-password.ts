import { guessPassword } from '#server/auth/guess-password.ts'
import { checkPassword } from '#server/auth/passwords.ts'
import { oneByOne } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { found, invalid } from '#server/http/refusal.ts'
import { findUser, type User } from '#server/users/users.repo.ts'

interface OwnPassword {
  password: string | undefined
  /** The field of the error when the password is wrong (422). */
  field: string
  /** IP address of the request. */
  address: string
}

/**
 * Runs an act only with the account's password, on the account as it was when this was checked. Wrong guesses are limited together with those at the sign-in, and acts
 * of one account run one after another.
 */
export const withOwnPassword = async <Result>(
  db: Db,
  userId: number,
  { password, field, address }: OwnPassword,
  act: (user: User) => Promise<Result>,
): Promise<Result> => {
  if (!password) throw invalid(field, 'Введите пароль')
  return oneByOne(`own-password:${userId}`, async () => {
    // read in its turn: the previous act may have set another password
    const user = found(await findUser(db, userId))
    await guessPassword(db, { email: user.email ?? user.login ?? '', address }, async () => {
      if (user.password_hash === null) throw invalid(field, 'У вас ещё нет пароля. Сначала задайте его в профиле.')
      if (await checkPassword(user.password_hash, password)) return
      throw invalid(field, 'Сейчас пароль другой. Проверьте раскладку и попробуйте ещё раз.', {
        kind: 'wrong-password',
        user_id: userId,
      })
    })
    return act(user)
  })
}
