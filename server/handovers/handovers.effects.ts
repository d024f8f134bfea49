import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { moscowMoment } from '#contract/dates.ts'
import { fullName } from '#contract/users/names.ts'
import type { Config } from '#server/config.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers, EffectPayloads } from '#server/effects/effects.ts'
import { endDueHandover } from '#server/handovers/give-back.ts'
import { movedOf } from '#server/handovers/hand-over.ts'
import { findHandover } from '#server/handovers/handovers.repo.ts'
import { findRecipient } from '#server/mail/letter-recipient.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { findUser } from '#server/users/users.repo.ts'

/** Notifies one of those concerned, on the site and by letter. */
const notify = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { handover_id, user_id, ended }: EffectPayloads['handover-letter'],
) => {
  const handover = await findHandover(db, handover_id)
  // returned before anybody was notified
  if (!handover || (!ended && handover.ended_at !== null)) return
  const [owner, person] = [await findUser(db, handover.user_id), await findUser(db, user_id)]
  if (!owner || !person) return
  const isOwner = owner.id === person.id
  const name = fullName(owner)
  const { courses, tasks, cohorts } = movedOf(handover.handed)
  const title = isOwner ? 'Ваши дела вернулись к вам' : ended ? `${name}: дела вернулись` : `${name}: дела переданы вам`
  await insertNotifications(db, [user_id], {
    type: 'handover',
    ...(!isOwner && { actor_id: owner.id }),
    title: escapeHtml(title),
    same_as: `handover:${handover_id}:${ended ? 'ended' : 'begun'}`,
  })
  const recipient = await findRecipient(db, person)
  if (!recipient) return
  const many = cohortCalled('many')
  const begun = [
    `Вам переданы дела: ${name}. Курсы: ${courses}, работы на проверку: ${tasks}, ${many}: ${cohorts}.`,
    handover.until === null
      ? 'Теперь они ваши.'
      : `Они вернутся ${moscowMoment(handover.until)}. Всё, что вы успеете проверить, останется.`,
  ]
  const over = isOwner
    ? [`Ваши курсы, работы и ${many} снова у вас. Проверенное за это время осталось.`]
    : [`${name} снова ведёт свои курсы и ${many}. Спасибо за помощь! Проверенное вами осталось.`]
  await mailer({
    to: recipient.to,
    subject: `${config.appName}: ${title}`,
    text: [`Здравствуйте, ${person.name}!`, ...(ended ? over : begun), `Открыть сайт:\n${config.publicUrl}/`].join(
      '\n\n',
    ),
  })
}

/** Notifies people of handovers, and returns them when their day has come. */
export const handoverEffects = (
  config: Config,
  mailer: Mailer,
): Pick<EffectHandlers, 'handover-letter' | 'handover-over'> => ({
  'handover-letter': (db, letter) => notify(db, config, mailer, letter),
  'handover-over': (db, { handover_id }) => endDueHandover(db, handover_id),
})
