import type { z } from 'zod'
import { authLimits } from '#contract/auth/auth.limits.ts'
import { type ChildRegistration, isAtLeast } from '#contract/auth/auth.schema.ts'
import { checkNewPassword, type SiteNames } from '#server/auth/check-new-password.ts'
import {
  endChildRegistration,
  findWaitingChild,
  insertChildRegistration,
} from '#server/auth/child-registrations.repo.ts'
import { newToken } from '#server/auth/open-session.ts'
import { checkPassword, hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { invalid } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { cohortOfCode, programWanted } from '#server/registrations/admit.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** The key and limit that letters to a parent are counted by, whoever names the address. */
export const parentLetterTo = (email: string) => ({
  key: `parent-letters:${email}`,
  limit: authLimits.parentLettersPerAddress,
})

/**
 * Keeps what a child has sent until a parent answers the letter, and ends what the same child has sent before, who may
 * have mistyped the parent's address: the password shows it. Does not look up whether the child's address has an
 * account: neither the response nor the letter may reveal it.
 */
export const registerChild = async (
  db: Db,
  form: z.output<typeof ChildRegistration>,
  { address, site }: { address: string; site: SiteNames },
) => {
  const school = await loadSchool(db)
  const { consent_age } = school
  const cohort_id = await cohortOfCode(db, school, form.class_code)
  if (isAtLeast(consent_age, form.birth_date, new Date())) {
    throw invalid('birth_date', `С ${consent_age} лет согласие родителя не нужно: зарегистрируйтесь сами.`)
  }
  if (form.parent_email === form.email) throw invalid('parent_email', 'Здесь нужна почта родителя, а не ваша.')
  await checkNewPassword(db, form.password, form, site)
  const password_hash = await hashPassword(form.password)
  const former = await findWaitingChild(db, form.email)
  const isOwn = await checkPassword(former?.password_hash, form.password)
  const wanted = await programWanted(db, form)
  const { name, surname, email, birth_date, parent_email } = form
  await db.transaction(async (tx) => {
    if (former && isOwn) await endChildRegistration(tx, former)
    // nobody knows this token: the letter makes its own, so that none is ever kept
    const token_hash = hashToken(newToken())
    await insertChildRegistration(tx, {
      token_hash,
      name,
      surname,
      email,
      password_hash,
      birth_date,
      parent_email,
      address,
      cohort_id,
      ...wanted,
    })
    await addEffect(tx, 'parent-letter', { registration: token_hash.toString('hex') })
  })
}
