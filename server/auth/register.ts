import type { z } from 'zod'
import { isAtLeast, type Registration } from '#contract/auth/auth.schema.ts'
import { consentsAt } from '#contract/consents/consents.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { checkNewPassword } from '#server/auth/check-new-password.ts'
import { sendFirstConfirmation } from '#server/auth/confirm-email.ts'
import type { Device } from '#server/auth/device.ts'
import { openSession } from '#server/auth/open-session.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { rememberDevice } from '#server/auth/sessions.repo.ts'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { checkVersionRead } from '#server/consents/give-consent.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { addEffect } from '#server/effects/effects.ts'
import { invalid } from '#server/http/refusal.ts'
import { cohortOfCode, programWanted, settleRegistration } from '#server/registrations/admit.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { insertUser } from '#server/users/users.repo.ts'

interface Caller {
  /** IP address. */
  address: string
  from: Device
}

/**
 * Opens a student's account, journals the consents with their versions, and signs in. Where the school decides about
 * newcomers the account stays off, and there is no token.
 */
export const register = async (db: Db, form: z.output<typeof Registration>, { address, from }: Caller) => {
  await checkNewPassword(form.password, form)
  const school = await loadSchool(db)
  const { consent_age, registration_waits: waits } = school
  const cohort_id = await cohortOfCode(db, school, form.class_code)
  if (form.birth_date && !isAtLeast(consent_age, form.birth_date, new Date())) {
    throw invalid(
      'birth_date',
      `До ${consent_age} лет учётная запись открывается с согласия родителя. Выберите в начале, что вам меньше ${consent_age}: мы напишем родителю.`,
    )
  }
  const password_hash = await hashPassword(form.password)
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      name: form.name,
      surname: form.surname,
      email: form.email,
      role: 'student',
      password_hash,
      birth_date: form.birth_date ?? null,
      active: !waits,
    })
    if (!user) throw invalid('email', 'С этой почтой уже есть учётная запись. Войдите или задайте новый пароль.')
    const versions = await documentVersionsInForce(tx)
    const documents = consentsAt('registration').map(({ slug }) => ({
      document: slug,
      version: versions.get(slug) ?? 0,
    }))
    for (const { version } of documents) checkVersionRead(form.consent_version, version)
    await insertConsents(
      tx,
      documents.map((document) => ({ user_id: user.id, ...document, address })),
    )
    await rememberDevice(tx, user.id, from)
    // who waits gets their first letter with the school's answer
    if (!waits) await sendFirstConfirmation(tx, user)
    await settleRegistration(tx, user, { waits, cohort_id, ...(await programWanted(tx, form)) })
    await addEffect(tx, 'staff-notified', { about: 'newcomer', user_id: user.id })
    await addAuditEntry(tx, {
      actor: user,
      kind: 'user-created',
      object: { kind: 'user', id: user.id },
      after: { role: user.role, documents: documents.map(({ document }) => document) },
    })
    return { user, access_token: waits ? null : await openSession(tx, user.id, from) }
  })
}
