import { schoolDayText } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { erasureDays } from '#contract/privacy/privacy.schema.ts'
import { newToken } from '#server/auth/open-session.ts'
import { operatorLines, safeName } from '#server/auth/parent-letters.ts'
import type { Config } from '#server/config.ts'
import { findAccountConsent, findConsent } from '#server/consents/consents.repo.ts'
import { missingConsent } from '#server/consents/missing-consent.ts'
import { openParentLink } from '#server/consents/parent-link.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers, EffectPayloads } from '#server/effects/effects.ts'
import { getsLetters } from '#server/mail/gets-letters.ts'
import { findRecipient } from '#server/mail/letter-recipient.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { findRegistration } from '#server/registrations/registrations.repo.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { findUser } from '#server/users/users.repo.ts'

/** A child's full name in the genitive. */
const childOf = ({ name, surname }: { name: string; surname: string }) => {
  const named = safeName(name, surname)
  return named ? `ребёнка (${named})` : 'ребёнка'
}

/** Whether the account is open by now; nothing where neither is so: it was closed for another reason. */
const openness = async (db: Db, { id, active }: { id: number; active: boolean }) => {
  if (active) return ' Она открыта.'
  return (await findRegistration(db, id)) ? ' Она откроется, когда ребёнка примет школа.' : ''
}

/** Sends a parent what they agreed to, with a link to see it and take it back, made in the same transaction. */
const sendConsentLetter = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { consent_id }: EffectPayloads['consent-letter'],
) => {
  const token = newToken()
  const given = await openParentLink(db, consent_id, token)
  if (!given) return
  const { consent, user, parent } = given
  const school = await loadSchool(db)
  const shown = await findConsent(db, user.id, 'publication')
  await mailer({
    to: parent.email,
    subject: `${config.appName}: согласие записано`,
    text: [
      safeName(parent.name) ? `Здравствуйте, ${parent.name}!` : 'Здравствуйте!',
      `${schoolDayText(consent.signed_on ?? consent.given_at)} вы согласились с тем, чтобы у ${childOf(user)} была учётная запись на платформе «${config.appName}».${await openness(db, user)}`,
      shown
        ? 'Вы разрешили показывать имя и работы ребёнка всем.'
        : 'Показывать имя и работы ребёнка всем вы не разрешали: их видят только те, кто учится и работает в школе.',
      operatorLines(school).join('\n'),
      `По этой ссылке можно посмотреть, на что вы согласились, в любой день отозвать согласие и решить, показывать ли имя и работы ребёнка всем. Входить для этого не нужно:\n${config.publicUrl}${pathTo('parent-consent', { token })}`,
      `Сохраните письмо и никому его не пересылайте: по ссылке согласие может отозвать каждый, у кого она есть, и тогда через ${erasureDays} дней учётная запись удалится.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  })
}

/** Warns the parent who agreed for a child that the account is about to be erased, unless that was cancelled. */
const sendParentErasureLetter = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { user_id, erase_at }: EffectPayloads['parent-erasure-letter'],
) => {
  const given = await findAccountConsent(db, user_id)
  if (!given?.consent.parent?.email || given.user.erase_at !== erase_at) return
  const { consent, user } = given
  const account = `учётная запись ${childOf(user)} на платформе «${config.appName}»`
  const withdrawn = consent.withdrawn_at !== null
  // the child’s own letter has been sent under the same condition; of a child without an address it is the parent’s
  const childKnows = user.email !== null && getsLetters(user)
  const byParent = (await missingConsent(db, user)) === 'parent-consent'
  await mailer({
    to: given.consent.parent.email,
    subject: `${config.appName}: учётная запись ребёнка будет удалена`,
    text: [
      'Здравствуйте!',
      withdrawn
        ? `Ваше согласие отозвано, и ${schoolDayText(erase_at)} ${account} будет удалена. Другим её уже не видно.`
        : `Нас попросили удалить учётную запись, и ${schoolDayText(erase_at)} ${account} исчезнет вместе с именем, работами и файлами. Другим её уже не видно.`,
      byParent
        ? `Передумать можно до этого дня: откройте ссылку из письма «согласие записано» и согласитесь снова.${childKnows ? ' Ребёнку мы тоже написали.' : ''}`
        : 'Передумать может сам ребёнок: до этого дня достаточно войти и нажать «Не удалять».',
    ].join('\n\n'),
  })
}

/** Notifies a child that the parent has agreed again. */
const sendKeptLetter = async (db: Db, config: Config, mailer: Mailer, { user_id }: EffectPayloads['kept-letter']) => {
  const user = await findUser(db, user_id)
  if (!user || user.erase_at !== null) return
  const recipient = await findRecipient(db, user)
  if (!recipient) return
  await mailer({
    to: recipient.to,
    subject: `${config.appName}: учётная запись остаётся`,
    text: [
      ...recipient.preface,
      `Здравствуйте, ${user.name}!`,
      'Родитель снова дал согласие: учётная запись остаётся, и всё в ней на месте.',
      `${config.publicUrl}${pathTo('login')}`,
    ].join('\n\n'),
  })
}

/** Letters about a parent's consent. */
export const consentsEffects = (
  config: Config,
  mailer: Mailer,
): Pick<EffectHandlers, 'consent-letter' | 'parent-erasure-letter' | 'kept-letter'> => ({
  'consent-letter': (db, letter) => sendConsentLetter(db, config, mailer, letter),
  'parent-erasure-letter': (db, letter) => sendParentErasureLetter(db, config, mailer, letter),
  'kept-letter': (db, letter) => sendKeptLetter(db, config, mailer, letter),
})
