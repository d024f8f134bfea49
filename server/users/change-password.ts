import { authLimits } from '#contract/auth/auth.limits.ts'
import { deletePasswordResetsOf, deleteSessionsOf } from '#server/auth/auth.repo.ts'
import { checkPassword, hashPassword } from '#server/auth/passwords.ts'
import { countAgainst, oneByOne, throttle } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import { setPasswordHash } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Changes one's own password after checking the old one; every other session ends. Wrong guesses are limited. */
export const changePassword = (
  db: Db,
  user: User,
  form: { current_password: string; password: string },
  keepSession: Buffer | null,
) => {
  const key = `change-password:account:${user.id}`
  return oneByOne(key, async () => {
    await throttle(db, key, authLimits.failedSignInsPerAccount)
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
