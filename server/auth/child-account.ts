import type { z } from 'zod'
import type { ParentConsent } from '#contract/auth/auth.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { erasureDays } from '#contract/privacy/privacy.schema.ts'
import { addAuditEntries, addAuditEntry } from '#server/audit/audit.repo.ts'
import {
  confirmationDays,
  deleteConfirmationsOf,
  findChildOfLink,
  insertConfirmation,
} from '#server/auth/confirmations.repo.ts'
import { journalParentConsents, textsOfParent } from '#server/auth/journal-parent-consents.ts'
import { newToken } from '#server/auth/open-session.ts'
import { operatorLines, safeName } from '#server/auth/parent-letters.ts'
import type { Config } from '#server/config.ts'
import { markRequestSent } from '#server/consents/consent-requests.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, addEffects, type EffectPayloads } from '#server/effects/effects.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { askErasure } from '#server/privacy/ask-erasure.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { listGuardians } from '#server/users/guardians.repo.ts'
import { switchOff } from '#server/users/switch-off.ts'
import { findUser, lockUser, updateUser } from '#server/users/users.repo.ts'

/**
 * Asks the parent at `to` of a child whose account waits, by a link made in the same transaction. Without an address it
 * becomes one effect for each parent, so that a mail server that refuses one of them keeps no letter from the others.
 */
export const sendChildAccountLetter = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { user_id, email: to }: EffectPayloads['child-account-letter'],
) => {
  const user = await findUser(db, user_id)
  if (!user?.active || user.awaits_parent_at === null || user.erase_at !== null) return
  const addresses = [...new Set((await listGuardians(db, user.id)).flatMap(({ email }) => email ?? []))]
  if (to === undefined) {
    return addEffects(
      db,
      'child-account-letter',
      addresses.map((email) => ({ user_id, email })),
    )
  }
  if (!addresses.includes(to)) return
  const { consent_age, ...school } = await loadSchool(db)
  const name = safeName(user.name, user.surname)
  const token = newToken()
  await insertConfirmation(db, hashToken(token), { id: user.id, email: to })
  await mailer({
    to,
    subject: `${config.appName}: нужно согласие родителя`,
    text: [
      'Здравствуйте!',
      `Школа создала для ребёнка учётную запись на платформе «${config.appName}» и указала вашу почту как почту родителя.`,
      [...(name ? [`Ребёнок: ${name}`] : []), ...operatorLines(school)].join('\n'),
      `До ${consent_age} лет войти можно только с согласия родителя или другого законного представителя. Откройте ссылку, прочитайте текст и решите: согласиться или отказаться.`,
      `${config.publicUrl}${pathTo('documents.show', { slug: 'parent-consent' })}?token=${token}`,
      `Ссылка работает ${confirmationDays} дней. Пока вы не ответите, войти в учётную запись нельзя. Если откажетесь, она закроется, а через ${erasureDays} дней удалится вместе с данными ребёнка. Если вы не знаете, о чём речь, просто не отвечайте.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  })
  await markRequestSent(db, user.id)
}

/** The child of a parent's link, locked, so that one of two answers counts; 422 for the other, and for a dead link. */
const holdChild = async (tx: Db, token: string) => {
  const linked = await findChildOfLink(tx, hashToken(token))
  if (linked) await lockUser(tx, linked.user.id)
  const held = linked && (await findChildOfLink(tx, hashToken(token)))
  if (!held) throw new Refusal('link-expired')
  await deleteConfirmationsOf(tx, held.user.id)
  return held
}

/** A parent agrees to an account that the school opened: its child may sign in, and gets the invitation. */
export const agreeToAccount = async (tx: Db, form: z.output<typeof ParentConsent>, address: string) => {
  const { user, parent_email } = await holdChild(tx, form.token)
  const texts = await textsOfParent(tx, form)
  await updateUser(tx, user.id, { awaits_parent_at: null })
  await journalParentConsents(tx, texts, {
    user_id: user.id,
    address,
    parent: { name: form.name, email: parent_email },
  })
  await addAuditEntries(
    tx,
    [...texts.account, ...texts.publication].map(({ document, version }) => ({
      actor: null,
      kind: 'consent-given',
      object: { kind: 'user', id: user.id },
      after: { document, version, by_parent: true },
    })),
  )
  if (user.email !== null) await addEffect(tx, 'invitation-letter', { user_id: user.id })
  return { name: user.name, next: user.email === null ? 'login' : 'invitation' } as const
}

/**
 * A parent declines an account that the school opened: nobody can use or see it from now on, and it is erased in 14
 * days, as what rests on the consent ends with it (152-ФЗ, art. 21, part 5). Curators are notified, who may know of a
 * misunderstanding and keep it.
 */
export const declineAccount = async (tx: Db, token: string) => {
  const { user } = await holdChild(tx, token)
  await switchOff(tx, [user])
  const erase_at = await askErasure(tx, { userId: user.id, askedBy: null })
  await addEffect(tx, 'staff-notified', { about: 'declined', user_id: user.id })
  await addAuditEntry(tx, {
    actor: null,
    kind: 'user-active',
    object: { kind: 'user', id: user.id },
    before: { active: true, erase_at: null },
    after: { active: false, by_parent: true, erase_at },
  })
}
