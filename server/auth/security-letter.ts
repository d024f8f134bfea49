import { schoolMoment } from '#contract/dates.ts'
import { rightsText } from '#contract/users/curator-rights.ts'
import { roles } from '#contract/users/names.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, type EffectPayloads } from '#server/effects/effects.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { findUser } from '#server/users/users.repo.ts'

type Letter = EffectPayloads['security-letter']

/**
 * Asks for a letter about a change of somebody's access, in the act's transaction. It goes to the address that is
 * confirmed at that moment: somebody who takes an account over and changes the address does not receive it.
 */
export const addSecurityLetter = async (
  tx: Db,
  userId: number,
  { email, ...news }: Omit<Letter, 'user_id' | 'at' | 'email'> & { email?: string },
) => {
  const user = email === undefined ? await findUser(tx, userId) : null
  const to = email ?? (user?.email_confirmed_at ? user.email : null)
  if (to) await addEffect(tx, 'security-letter', { user_id: userId, at: new Date().toISOString(), email: to, ...news })
}

const asksFor = (left: Letter['left']) =>
  left ? { passkey: 'ключ доступа', code: 'код из приложения' }[left] : undefined

/** What signs in once a second factor is gone. A letter that was asked for before this was kept does not say. */
const afterRemoval = ({ left }: Letter) => {
  if (left === undefined) return ''
  const asked = asksFor(left)
  return asked ? ` Кроме пароля вход по-прежнему подтверждает ${asked}.` : ' Теперь для входа хватает пароля.'
}

const texts: Record<Letter['news'], (letter: Letter) => [subject: string, text: string]> = {
  'new-device': ({ device, network }) => [
    'вход с нового устройства',
    `В вашу учётную запись вошли с нового устройства: ${[device || 'браузер неизвестен', network && `сеть ${network}`].filter(Boolean).join('; ')}.`,
  ],
  'password-changed': () => [
    'пароль изменён',
    'Пароль вашей учётной записи изменён. На других устройствах нужно войти заново.',
  ],
  'email-changed': () => [
    'почта изменена',
    'У вашей учётной записи теперь другая почта. Письма больше не приходят на этот адрес.',
  ],
  'role-changed': ({ role }) => [
    'роль изменена',
    `Ваша роль на платформе теперь: ${role ? roles[role].toLowerCase() : 'другая'}.`,
  ],
  'rights-changed': ({ rights }) => [
    'права изменены',
    `Ваши права куратора на платформе теперь: ${rightsText(rights ?? null)}.`,
  ],
  'recovery-codes-renewed': () => [
    'новые запасные коды',
    'Запасные коды для входа в вашу учётную запись заменены новыми. Прежние больше не действуют.',
  ],
  'passkey-removed': (letter) => [
    'ключ доступа удалён',
    `Из вашей учётной записи удалён ключ доступа: подтвердить им вход больше нельзя.${afterRemoval(letter)}`,
  ],
  'identity-linked': () => [
    'новый способ входа',
    'В вашу учётную запись теперь можно войти через систему входа школы: почта там и здесь одна.',
  ],
  'identity-removed': () => [
    'способ входа убран',
    'В вашу учётную запись больше нельзя войти через систему входа школы. Войти можно с паролем.',
  ],
  'second-factor-removed': (letter) => [
    'вход с кодом выключен',
    `Вход с кодом из приложения выключен${letter.all ? ', ключи доступа и запасные коды удалены' : ''}.${afterRemoval(letter)}`,
  ],
}

const advice = 'Если это были вы или школа предупреждала об этом, ничего делать не нужно.'

/** What to do otherwise. With another address at the account, a new password would be asked for there. */
const remedy = ({ news }: Letter, publicUrl: string) =>
  news === 'email-changed'
    ? `Если нет, сразу напишите куратору школы: новый пароль по этому адресу уже не получить.\n${publicUrl}`
    : `Если нет, задайте новый пароль и напишите куратору школы:\n${publicUrl}/forgot-password`

/** Mails the owner of an account what has changed about its access. */
export const sendSecurityLetter = async (db: Db, config: Config, mailer: Mailer, letter: Letter) => {
  const user = await findUser(db, letter.user_id)
  if (!user?.active || user.erased_at !== null) return
  const [subject, text] = texts[letter.news](letter)
  await mailer({
    to: letter.email,
    subject: `${config.appName}: ${subject}`,
    text: [
      `Здравствуйте, ${user.name}!`,
      `${text} Когда: ${schoolMoment(letter.at)} по Москве.`,
      advice,
      remedy(letter, config.publicUrl),
    ].join('\n\n'),
  })
}
