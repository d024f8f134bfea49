import { pathTo } from '#contract/pages.ts'
import { confirmationDays, insertConfirmation } from '#server/auth/confirmations.repo.ts'
import { newToken } from '#server/auth/open-session.ts'
import type { Config } from '#server/config.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { hashToken } from '#server/http/session.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { findUser } from '#server/users/users.repo.ts'

/** The letters to people whose registration a curator has decided; neither quotes what they have typed. */
export const registrationEffects = (
  config: Config,
  mailer: Mailer,
): Pick<EffectHandlers, 'registration-accepted' | 'registration-declined'> => ({
  'registration-accepted': async (db, { user_id }) => {
    const user = await findUser(db, user_id)
    if (!user?.active || user.email === null) return
    const { email } = user
    // who has come by the identity provider has no password
    const how =
      user.password_hash === null && config.oidc !== null
        ? `Нажмите «Войти через ${config.oidc.name}»`
        : 'Входите с этой почтой и паролем, который вы придумали'
    const paragraphs = [
      'Здравствуйте!',
      `Школа приняла вашу регистрацию на платформе «${config.appName}». ${how}:\n${config.publicUrl}${pathTo('login')}`,
    ]
    if (user.email_confirmed_at === null) {
      const token = newToken()
      await insertConfirmation(db, hashToken(token), { id: user_id, email })
      paragraphs.push(
        `Осталось подтвердить, что почта ваша. Откройте ссылку:\n${config.publicUrl}${pathTo('confirm-email', { token })}`,
        `Ссылка работает ${confirmationDays} дней. Новую можно попросить на сайте.`,
      )
    }
    await mailer({ to: email, subject: `${config.appName}: можно войти`, text: paragraphs.join('\n\n') })
  },
  'registration-declined': async (_db, { email, reason }) => {
    await mailer({
      to: email,
      subject: `${config.appName}: школа не приняла регистрацию`,
      text: [
        'Здравствуйте!',
        `Школа не приняла вашу регистрацию на платформе «${config.appName}». Всё, что вы прислали, удалится в течение часа.`,
        ...(reason ? [`Школа пишет: ${reason}`] : []),
      ].join('\n\n'),
    })
  },
})
