import { announcementEffects } from '#server/announcements/announcements.effects.ts'
import { applicationEffects } from '#server/applications/applications.effects.ts'
import { sendChildAccountLetter } from '#server/auth/child-account.ts'
import { sendConfirmLetter } from '#server/auth/confirm-letter.ts'
import { sendPasswordLetter } from '#server/auth/letters.ts'
import { sendChildLetter, sendParentLetter } from '#server/auth/parent-letters.ts'
import { sendSecurityLetter } from '#server/auth/security-letter.ts'
import { certificateEffects } from '#server/certificates/certificates.effects.ts'
import type { Config } from '#server/config.ts'
import { consentsEffects } from '#server/consents/consents.effects.ts'
import { courseEffects } from '#server/courses/courses.effects.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { familyEffects } from '#server/family/family-letters.ts'
import { handoverEffects } from '#server/handovers/handovers.effects.ts'
import { journalEffects } from '#server/journal/journal.effects.ts'
import { lessonEffects } from '#server/lessons/lessons.effects.ts'
import { AddressRefused, type Mailer } from '#server/mail/mailer.ts'
import { noteBounce } from '#server/notifications/send-letters.ts'
import { staffNewsEffects } from '#server/notifications/staff-news.effects.ts'
import { organisationEffects, sendOrganisationLetter } from '#server/organisation/organisation.effects.ts'
import { privacyEffects } from '#server/privacy/privacy.effects.ts'
import { projectEffects } from '#server/projects/projects.effects.ts'
import { questionEffects } from '#server/questions/questions.effects.ts'
import { registrationEffects } from '#server/registrations/registrations.effects.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { taskEffects } from '#server/tasks/tasks.effects.ts'
import { teamEffects } from '#server/teams/teams.effects.ts'
import { findUserByEmail } from '#server/users/users.repo.ts'
import { webhookEffects } from '#server/webhooks/webhooks.effects.ts'

/** A letter to an address that takes none is given up, and the address is marked. */
const givingUp = <Handler extends (db: Db, payload: never) => Promise<void>>(handle: Handler): Handler =>
  (async (db, payload) => {
    try {
      await handle(db, payload)
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error
      const owner = await findUserByEmail(db, error.to)
      if (owner) await noteBounce(db, owner.id)
    }
  }) as Handler

const handlers = (config: Config, mailer: Mailer, files: FileStorage): EffectHandlers => ({
  'reset-letter': (db, { user_id }) => sendPasswordLetter(db, config, mailer, 'reset', user_id),
  'invitation-letter': (db, { user_id }) => sendPasswordLetter(db, config, mailer, 'invitation', user_id),
  'parent-letter': (db, { registration }) => sendParentLetter(db, config, mailer, registration),
  'child-account-letter': (db, letter) => sendChildAccountLetter(db, config, mailer, letter),
  'confirm-letter': (db, letter) => sendConfirmLetter(db, config, mailer, letter),
  'security-letter': (db, letter) => sendSecurityLetter(db, config, mailer, letter),
  'child-letter': (db, letter) => sendChildLetter(db, config, mailer, letter),
  ...staffNewsEffects,
  'organisation-letter': (db, letter) => sendOrganisationLetter(db, config, mailer, letter),
  ...registrationEffects(config, mailer),
  ...applicationEffects(config, mailer),
  ...courseEffects,
  ...lessonEffects,
  ...certificateEffects,
  ...taskEffects,
  ...journalEffects,
  ...teamEffects,
  ...questionEffects,
  ...announcementEffects,
  ...projectEffects,
  ...handoverEffects(config, mailer),
  ...organisationEffects,
  ...consentsEffects(config, mailer),
  ...familyEffects(config, mailer),
  ...privacyEffects(config, mailer, files),
  ...webhookEffects(config),
})

/** The handler of each kind of effect. */
export const effectHandlers = (config: Config, mailer: Mailer, files: FileStorage) =>
  Object.fromEntries(
    Object.entries(handlers(config, mailer, files)).map(([kind, handle]) => [kind, givingUp(handle)]),
  ) as EffectHandlers
