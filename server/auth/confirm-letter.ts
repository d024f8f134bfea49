import { pathTo } from '#contract/pages.ts'
import { confirmationDays, insertConfirmation } from '#server/auth/confirmations.repo.ts'
import { newToken } from '#server/auth/open-session.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectPayloads } from '#server/effects/effects.ts'
import { hashToken } from '#server/http/session.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { findUser } from '#server/users/users.repo.ts'

/**
 * Asks the owner of an address to confirm it, by a link made in the same transaction. Anybody may have typed the
 * address, so the letter quotes none of their text. A child whose parent has just agreed is notified here.
 */
export const sendConfirmLetter = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { user_id, opened }: EffectPayloads['confirm-letter'],
) => {
  const user = await findUser(db, user_id)
  if (!user?.active || user.email === null) return
  if (user.email_confirmed_at !== null && user.email_bounced_at === null) return
  const { email } = user
  const [{ name: school }, token] = [await loadSchool(db), newToken()]
  await insertConfirmation(db, hashToken(token), { id: user_id, email })
  const platform = `на платформе «${config.appName}»${school ? ` (${school})` : ''}`
  const link = `${config.publicUrl}${pathTo('confirm-email', { token })}`
  await mailer({
    to: email,
    subject: opened ? `${config.appName}: учётная запись открыта` : `${config.appName}: подтвердите почту`,
    text: [
      'Здравствуйте!',
      ...(opened
        ? [
            `Родитель дал согласие, и учётная запись ${platform} открыта. Войти можно с этой почтой и паролем, который вы придумали.`,
            `Осталось подтвердить, что почта ваша. Откройте ссылку:\n${link}`,
          ]
        : [`С этой почтой открыта учётная запись ${platform}. Подтвердите, что почта ваша: откройте ссылку.\n${link}`]),
      `Ссылка работает ${confirmationDays} дней. Новую можно попросить на сайте.`,
      'Если это были не вы, просто не отвечайте: пока почта не подтверждена, других писем не будет.',
    ].join('\n\n'),
  })
}
