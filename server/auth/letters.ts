import { openPasswordReset } from '#server/auth/open-session.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import type { Letter, Mailer } from '#server/mail/mailer.ts'
import { findUser, type User } from '#server/users/users.repo.ts'

type Purpose = 'reset' | 'invitation'

/** How long a link that sets a password works, in hours. */
const linkHours: Record<Purpose, number> = { reset: 2, invitation: 7 * 24 }

const texts: Record<Purpose, (appName: string) => { subject: string; before: string; after: string }> = {
  reset: (appName) => ({
    subject: `${appName}: новый пароль`,
    before: 'Чтобы задать новый пароль, откройте ссылку. Она работает 2 часа и только один раз.',
    after: 'Если вы этого не просили, ничего делать не нужно: пароль останется прежним.',
  }),
  invitation: (appName) => ({
    subject: `${appName}: ваша учётная запись`,
    before: `Для вас открыта учётная запись на платформе «${appName}». Откройте ссылку и задайте пароль. Ссылка работает 7 дней.`,
    after: 'Входите с той почтой, на которую пришло это письмо.',
  }),
}

const write = (config: Config, purpose: Purpose, person: User & { email: string }, token: string): Letter => {
  const { subject, before, after } = texts[purpose](config.appName)
  const link = `${config.publicUrl}/reset-password/${token}?email=${encodeURIComponent(person.email)}`
  // the name of an account with an unconfirmed address may be a stranger's text; in an invitation a curator wrote it
  const named = purpose === 'invitation' || person.email_confirmed_at !== null
  const greeting = named ? `Здравствуйте, ${person.name}!` : 'Здравствуйте!'
  return { to: person.email, subject, text: [greeting, before, link, after].join('\n\n') }
}

/** Mails a link that sets a password, made in the same transaction. Deactivated accounts get none. */
export const sendPasswordLetter = async (db: Db, config: Config, mailer: Mailer, purpose: Purpose, userId: number) => {
  const user = await findUser(db, userId)
  if (!user?.active || user.awaits_parent_at !== null || user.email === null) return
  await mailer(
    write(config, purpose, { ...user, email: user.email }, await openPasswordReset(db, userId, linkHours[purpose])),
  )
}
