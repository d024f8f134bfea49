import { pathTo } from '#contract/pages.ts'
import { isName } from '#contract/users/users.schema.ts'
import { findChildRegistration, setChildToken, waitingDays } from '#server/auth/child-registrations.repo.ts'
import { newToken } from '#server/auth/open-session.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectPayloads } from '#server/effects/effects.ts'
import { hashToken } from '#server/http/session.ts'
import { getsLetters } from '#server/mail/gets-letters.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { findUserByEmail } from '#server/users/users.repo.ts'

/** The outcome of a child's registration that opened no account; `known`: the address already had one. */
type ChildOutcome = EffectPayloads['child-letter']['outcome']

/** The operator of the data and its address (152-ФЗ, art. 9), as far as the school has filled them in. */
export const operatorLines = ({ name, address }: { name: string; address: string }) => [
  ...(name ? [`Оператор персональных данных: ${name}`] : []),
  ...(address ? [`Адрес оператора: ${address}`] : []),
]

/**
 * A name that is safe to print in a letter; null for one from before names had rules, which could be a message, and for
 * one that a mail program could take for an address.
 */
export const safeName = (...parts: string[]) =>
  parts.every((part) => isName(part) && !/\.\p{L}{2}/u.test(part)) ? parts.join(' ') : null

/**
 * Asks a parent for consent, by a link made in the same transaction. Sends nothing once the registration has expired.
 */
export const sendParentLetter = async (db: Db, config: Config, mailer: Mailer, registration: string) => {
  const hash = Buffer.from(registration, 'hex')
  const child = await findChildRegistration(db, hash)
  if (!child) return
  const [{ consent_age, ...school }, token] = [await loadSchool(db), newToken()]
  await setChildToken(db, hash, hashToken(token))
  const name = safeName(child.name, child.surname)
  await mailer({
    to: child.parent_email,
    subject: `${config.appName}: нужно согласие родителя`,
    text: [
      'Здравствуйте!',
      `На платформе «${config.appName}» хотят открыть учётную запись ребёнку и назвали вашу почту почтой родителя.`,
      [...(name ? [`Ребёнок: ${name}`] : []), ...operatorLines(school)].join('\n'),
      `До ${consent_age} лет учётная запись открывается только с согласия родителя или другого законного представителя. Откройте ссылку, прочитайте текст и решите: согласиться или отказаться.`,
      `${config.publicUrl}${pathTo('documents.show', { slug: 'parent-consent' })}?token=${token}`,
      `Ссылка работает ${waitingDays} дней, ссылки из прежних писем больше не действуют. Если вы не ответите, всё, что прислал ребёнок, удалится само. Если вы не знаете, о чём речь, просто не отвечайте.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  })
}

const letters: Record<ChildOutcome, (config: Config) => { subject: string; lines: string[] }> = {
  declined: ({ appName }) => ({
    subject: 'родитель не дал согласия',
    lines: [
      `Родитель не дал согласия, поэтому учётную запись на платформе «${appName}» открыть нельзя. Всё, что было прислано при регистрации, удалено.`,
      'Поговорите с родителями: зарегистрироваться можно ещё раз в любой день.',
    ],
  }),
  known: ({ appName, publicUrl }) => ({
    subject: 'у вас уже есть учётная запись',
    lines: [
      `Кто-то попробовал ещё раз зарегистрироваться с этой почтой на платформе «${appName}». У вас уже есть учётная запись, в ней ничего не изменилось.`,
      'Если это были вы и пароль забылся, задайте новый:',
      `${publicUrl}${pathTo('forgot-password')}`,
    ],
  }),
}

/** Sends the outcome of a child's registration without any of the typed text: the address may be a stranger's. */
export const sendChildLetter = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { email, outcome }: { email: string; outcome: ChildOutcome },
) => {
  const owner = await findUserByEmail(db, email)
  if (owner && !getsLetters(owner)) return
  const { subject, lines } = letters[outcome](config)
  await mailer({ to: email, subject: `${config.appName}: ${subject}`, text: ['Здравствуйте!', ...lines].join('\n\n') })
}
