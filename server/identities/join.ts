import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isAtLeast } from '#contract/auth/auth.schema.ts'
import type { NewcomerForm } from '#contract/identities/identities.schema.ts'
import { deviceOf } from '#server/auth/device.ts'
import { childrenRegister, openAccount } from '#server/auth/register.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { giveClaimedRole } from '#server/identities/claimed-role.ts'
import { findOwner, linkIdentity, openProviderSession, type ProvedSignIn } from '#server/identities/enter.ts'
import { consumeSignIn } from '#server/identities/identities.repo.ts'
import { cohortOfCode } from '#server/registrations/admit.ts'
import { noteEvent } from '#server/security/note-refusal.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/**
 * Opens the account of somebody whom the provider has named, by the rules of registration; without a token while a
 * curator has to let them in. The provider has confirmed the address, and gives the role once they are in.
 */
export const join = async (
  db: Db,
  signIn: ProvedSignIn,
  form: z.output<typeof NewcomerForm>,
  request: FastifyRequest,
) => {
  const { email, role, birth_date: known } = signIn.person
  const school = await loadSchool(db)
  const cohort_id = await cohortOfCode(db, school, form.class_code)
  const birth_date = known ?? form.birth_date
  if (birth_date && !isAtLeast(school.consent_age, birth_date, new Date())) throw childrenRegister(school.consent_age)
  // an account may have been opened while the form was filled in
  if (email === null || (await findOwner(db, signIn))) throw new Refusal('sign-in-expired')
  const from = deviceOf(request)
  const opened = await db.transaction(async (tx) => {
    if (!(await consumeSignIn(tx, signIn.keyHash))) throw new Refusal('sign-in-expired')
    const user = await openAccount(
      tx,
      { ...form, birth_date, email, password_hash: null, email_confirmed_at: new Date().toISOString() },
      { school, cohort_id, address: request.ip, from },
    )
    await linkIdentity(tx, user.id, signIn)
    if (!user.active) return { user, given: null, access_token: null }
    const given = await giveClaimedRole(tx, user, role)
    return { user, given, access_token: await openProviderSession(tx, user.id, signIn, from) }
  })
  const { user, given, access_token } = opened
  if (given) noteEvent(request, given, { user_id: user.id, place: '' })
  if (access_token) noteEvent(request, 'sign-in', { user_id: user.id, place: '' })
  return { user, access_token }
}
