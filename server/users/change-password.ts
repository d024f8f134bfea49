import { authLimits } from '#contract/auth/auth.limits.ts'
import { deletePasswordResetsOf, deleteSessionsOf } from '#server/auth/auth.repo.ts'
import { checkPassword, hashPassword } from '#server/auth/passwords.ts'
import { countAgainst, oneByOne, throttle } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { found, invalid } from '#server/http/refusal.ts'
import { findUser, setPasswordHash } from '#server/users/users.repo.ts'

/** Changes one's own password after checking the old one; every other session ends. Wrong guesses are limited. */
export const changePassword = (
  db: Db,
  userId: number,
  form: { current_password: string; password: string },
  keepSession: Buffer | null,
) => {
  const key = `change-password:account:${userId}`
  return oneByOne(key, async () => {
    await throttle(db, key, authLimits.failedSignInsPerAccount)
    // read in its turn: the change before this one may have set another password
    const user = found(await findUser(db, userId))
    if (!(await checkPassword(user.password_hash, form.current_password))) {
      await countAgainst(db, key)
      throw invalid('current_password', 'Сейчас пароль другой. Проверьте раскладку и попробуйте ещё раз.')
    }
    const passwordHash = await hashPassword(form.password)
    await db.transaction(async (tx) => {
      await setPasswordHash(tx, user.id, passwordHash)
      await deletePasswordResetsOf(tx, user.id)
      await deleteSessionsOf(tx, user.id, keepSession)
    })
  })
}
