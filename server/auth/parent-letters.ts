import { pathTo } from '#contract/pages.ts'
import { findChildRegistration, setChildToken, waitingDays } from '#server/auth/child-registrations.repo.ts'
import { newToken } from '#server/auth/open-session.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { hashToken } from '#server/http/session.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** What became of a child's registration; `known`: the address had an account already. */
export type ChildOutcome = 'opened' | 'known' | 'declined'

/** Anybody can have this letter sent to anybody, so a name may carry no address and no message. */
export const safeName = (name: string) => (/^[\p{L}\p{M}’'\- ]{1,40}$/u.test(name) ? name : null)

/** Asks a parent for consent, by a link that is made in the same transaction. Nobody is asked once the time is over. */
export const sendParentLetter = async (db: Db, config: Config, mailer: Mailer, registration: string) => {
  const hash = Buffer.from(registration, 'hex')
  const child = await findChildRegistration(db, hash)
  if (!child) return
  const [{ consent_age, name: school }, token] = [await loadSchool(db), newToken()]
  await setChildToken(db, hash, hashToken(token))
  const name = safeName(child.name)
  await mailer({
    to: child.parent_email,
    subject: `${config.appName}: нужно согласие родителя`,
    text: [
      'Здравствуйте!',
      `На платформе «${config.appName}»${school ? ` (${school})` : ''} хотят открыть учётную запись ребёнку${name ? ` по имени ${name}` : ''} и назвали вашу почту почтой родителя.`,
      `До ${consent_age} лет учётная запись открывается только с согласия родителя или другого законного представителя. Откройте ссылку, прочитайте текст и решите: согласиться или отказаться.`,
      `${config.publicUrl}${pathTo('documents.show', { slug: 'parent-consent' })}?token=${token}`,
      `Ссылка работает ${waitingDays} дней. Если вы не ответите, всё, что прислал ребёнок, удалится само. Если вы не знаете, о чём речь, просто не отвечайте.`,
    ].join('\n\n'),
  })
}

const words: Record<ChildOutcome, (config: Config) => { subject: string; lines: string[] }> = {
  opened: ({ appName, publicUrl }) => ({
    subject: 'учётная запись открыта',
    lines: [
      `Родитель дал согласие, и ваша учётная запись на платформе «${appName}» открыта.`,
      'Войдите с этой почтой и паролем, который вы придумали:',
      `${publicUrl}${pathTo('login')}`,
    ],
  }),
  declined: ({ appName }) => ({
    subject: 'родитель не дал согласия',
    lines: [
      `Родитель не дал согласия, поэтому учётную запись на платформе «${appName}» открыть нельзя. Всё, что вы прислали при регистрации, удалено.`,
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

/** Tells what became of a child's registration. */
export const sendChildLetter = async (
  config: Config,
  mailer: Mailer,
  { email, name, outcome }: { email: string; name: string; outcome: ChildOutcome },
) => {
  const { subject, lines } = words[outcome](config)
  // a name that somebody else sent does not belong in a letter to the owner of an account
  const greeting = outcome === 'known' ? 'Здравствуйте!' : `Здравствуйте, ${safeName(name) ?? 'ученик'}!`
  await mailer({ to: email, subject: `${config.appName}: ${subject}`, text: [greeting, ...lines].join('\n\n') })
}
