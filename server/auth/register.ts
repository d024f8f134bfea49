import type { z } from 'zod'
import { isAtLeast, type Registration } from '#contract/auth/auth.schema.ts'
import { consentsAt } from '#contract/consents/consents.schema.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { checkNewPassword, type SiteNames } from '#server/auth/check-new-password.ts'
import { sendFirstConfirmation } from '#server/auth/confirm-email.ts'
import type { Device } from '#server/auth/device.ts'
import { openSession } from '#server/auth/open-session.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { rememberDevice } from '#server/auth/sessions.repo.ts'
import { insertConsents } from '#server/consents/consents.repo.ts'
import { checkVersionRead } from '#server/consents/give-consent.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { invalid } from '#server/http/refusal.ts'
import { isErasureAsked } from '#server/privacy/erasures.repo.ts'
import { cohortOfCode, programWanted, settleRegistration } from '#server/registrations/admit.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { findUserByEmail, insertUser } from '#server/users/users.repo.ts'

interface Caller {
  /** IP address. */
  address: string
  from: Device
}

/** Returns the refusal for somebody who is too young to agree alone: how children register. */
export const childrenRegister = (consentAge: number) =>
  invalid(
    'birth_date',
    `До ${consentAge} лет учётная запись открывается с согласия родителя. Выберите в начале, что вам меньше ${consentAge}: мы напишем родителю.`,
  )

/** Somebody who was refused cannot sign in: until their data are erased, within the hour, they can only wait. */
const takenEmail = async (tx: Db, email: string) => {
  const former = await findUserByEmail(tx, email)
  const wasRefused = former?.erase_at && !former.active && !(await isErasureAsked(tx, former.id))
  return invalid(
    'email',
    wasRefused
      ? 'Прежняя регистрация с этой почтой ещё удаляется. Попробуйте через час.'
      : 'С этой почтой уже есть учётная запись. Войдите или задайте новый пароль.',
  )
}

/** The initial data of a student's account; without a password they sign in by the school's identity provider. */
type Opened = Pick<z.output<typeof Registration>, 'name' | 'surname' | 'email' | 'birth_date' | 'consent_version'> &
  Parameters<typeof programWanted>[1] & { password_hash: string | null; email_confirmed_at?: string }

/** Where an account is opened: the rules of the school, and the class that it leads into. */
type Opening = Caller & { school: SchoolSettings; cohort_id: number | null }

/**
 * Opens a student’s account and journals the consents with their versions, within the caller's transaction. Where the
 * school decides about newcomers the account stays off.
 */
export const openAccount = async (tx: Db, form: Opened, { school, cohort_id, address, from }: Opening) => {
  const { registration_waits: waits } = school
  const { name, surname, email, password_hash, email_confirmed_at = null } = form
  const user = await insertUser(tx, {
    name,
    surname,
    email,
    password_hash,
    email_confirmed_at,
    role: 'student',
    birth_date: form.birth_date ?? null,
    active: !waits,
  })
  if (!user) throw await takenEmail(tx, email)
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
  if (!waits && email_confirmed_at === null) await sendFirstConfirmation(tx, user)
  await settleRegistration(tx, user, { waits, cohort_id, ...(await programWanted(tx, form)) })
  await addAuditEntry(tx, {
    actor: user,
    kind: 'user-created',
    object: { kind: 'user', id: user.id },
    after: { role: user.role, documents: documents.map(({ document }) => document) },
  })
  return user
}

/** Opens a student’s account by a form, and signs in; there is no token for somebody who waits for the school. */
export const register = async (
  db: Db,
  form: z.output<typeof Registration>,
  { site, ...caller }: Caller & { site: SiteNames },
) => {
  await checkNewPassword(db, form.password, form, site)
  const school = await loadSchool(db)
  const cohort_id = await cohortOfCode(db, school, form.class_code)
  if (form.birth_date && !isAtLeast(school.consent_age, form.birth_date, new Date()))
    throw childrenRegister(school.consent_age)
  const password_hash = await hashPassword(form.password)
  return db.transaction(async (tx) => {
    const user = await openAccount(tx, { ...form, password_hash }, { ...caller, school, cohort_id })
    return { user, access_token: user.active ? await openSession(tx, user.id, caller.from) : null }
  })
}
