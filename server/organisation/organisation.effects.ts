import { moscowMoment } from '#contract/dates.ts'
import { organisationPages, organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { curates } from '#contract/users/users.policy.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { addEffects, type EffectHandlers } from '#server/effects/effects.ts'
import { findRecipient } from '#server/mail/letter-recipient.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { findOrganisationRecord } from '#server/organisation/organisation.repo.ts'
import { lastMinute } from '#server/organisation/working-days.ts'
import { listCuratorIds } from '#server/users/curators.repo.ts'
import { findUser } from '#server/users/users.repo.ts'

/** Whether this draft is still unpublished; `since` tells it from a later draft of the same page. */
const isWaiting = async (db: Db, { number, since }: { number: number; since: string }) =>
  (await findOrganisationRecord(db, number))?.draft_since === since

/** On the morning of the tenth working day: a letter to each curator, unless the draft has been published. */
export const organisationEffects: Pick<EffectHandlers, 'organisation-waits'> = {
  'organisation-waits': async (db, draft) => {
    if (!(await isWaiting(db, draft))) return
    const curators = await listCuratorIds(db, 'organisation')
    await addEffects(
      db,
      'organisation-letter',
      curators.map((user_id) => ({ ...draft, user_id })),
    )
  },
}

/** Reminds a curator of a draft whose ten working days are nearly over, unless it has been published. */
export const sendOrganisationLetter = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { user_id, ...draft }: { number: number; since: string; user_id: number },
) => {
  const curator = await findUser(db, user_id)
  const page = organisationPages.find(({ number }) => number === draft.number)
  if (!page || !curator || !curates(curator, 'organisation') || !(await isWaiting(db, draft))) return
  const recipient = await findRecipient(db, curator)
  if (!recipient) return
  await mailer({
    to: recipient.to,
    subject: `${config.appName}: страница «${page.title}» ждёт публикации`,
    text: [
      `Здравствуйте, ${curator.name}!`,
      `В разделе «${organisationTitle}» есть неопубликованные изменения на странице «${page.title}».`,
      `По закону обновить сведения нужно за десять рабочих дней. Этот срок заканчивается ${moscowMoment(lastMinute(draft.since))}.`,
      `Проверить и опубликовать:\n${config.publicUrl}/organisation/page${page.number}`,
    ].join('\n\n'),
  })
}
