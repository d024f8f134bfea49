import { schoolDayText } from '#contract/dates.ts'
import { erasureDays } from '#contract/privacy/privacy.schema.ts'
import type { Config } from '#server/config.ts'
import { missingConsent } from '#server/consents/missing-consent.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import { listCourseNames } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers, EffectPayloads } from '#server/effects/effects.ts'
import { removeFile } from '#server/files/remove-file.ts'
import { forgetLetters } from '#server/mail/forget-letters.ts'
import { findRecipient } from '#server/mail/letter-recipient.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { eraseDueAccount } from '#server/privacy/erase-account.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { removeAvatarFiles } from '#server/users/avatar-files.ts'
import { findUser } from '#server/users/users.repo.ts'

/** Why the account is erased, and how to keep it: a consent that was taken back has to be given again. */
const reasons = {
  none: {
    why: 'Мы получили просьбу удалить вашу учётную запись.',
    stay: ({ publicUrl }: Config) => `Передумали? Войдите на сайт и нажмите «Не удалять»:\n${publicUrl}/login`,
    after: 'Если вы об этом не просили, сразу войдите, нажмите «Не удалять» и смените пароль.',
  },
  'personal-data': {
    why: 'Согласие на обработку ваших персональных данных отозвано, а без него учётной записи быть не может.',
    stay: ({ publicUrl }: Config) =>
      `Передумали? Войдите на сайт, нажмите «Не удалять» и согласитесь снова:\n${publicUrl}/login`,
    after: 'Если вы этого не ждали, сделайте так сразу и смените пароль.',
  },
  'parent-consent': {
    why: 'Согласие родителя отозвано, а без него вашей учётной записи быть не может.',
    stay: ({ publicUrl }: Config) =>
      `Передумать может только родитель: по ссылке из письма, которое пришло ему, когда он согласился. До этого дня можно войти и скачать свои данные:\n${publicUrl}/login`,
    after: 'Если вы не знаете, почему так вышло, спросите родителя.',
  },
}

/** Sends a letter about when an account will be erased and how to keep it, unless that was cancelled. */
const sendErasureLetter = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { user_id, erase_at }: EffectPayloads['erasure-letter'],
) => {
  const user = await findUser(db, user_id)
  if (user?.erase_at !== erase_at) return
  const recipient = await findRecipient(db, user)
  if (!recipient) return
  const { why, stay, after } = reasons[(await missingConsent(db, user)) ?? 'none']
  await mailer({
    to: recipient.to,
    subject: `${config.appName}: учётная запись будет удалена`,
    text: [
      ...recipient.preface,
      `Здравствуйте, ${user.name}!`,
      `${why} Она будет удалена ${schoolDayText(erase_at)}, через ${erasureDays} дней. Тогда исчезнут имя, почта, работы, проекты, сообщения и файлы. Решения преподавателей и оценки останутся без имени.`,
      stay(config),
      after,
    ].join('\n\n'),
  })
}

/** Notifies somebody of courses that have passed to them, on the site and by letter. */
const sendPassed = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { user_id, course_ids }: EffectPayloads['courses-passed'],
) => {
  const person = await findUser(db, user_id)
  const names = (await listCourseNames(db, course_ids)).map(({ name }) => `«${name}»`)
  if (!person || names.length === 0) return
  const what = names.length === 1 ? `Курс ${names[0]} перешёл` : `Курсы ${names.join(', ')} перешли`
  const why = `учётная запись ${names.length === 1 ? 'его' : 'их'} единственного преподавателя удалена`
  await insertNotifications(db, [user_id], {
    type: 'handover',
    title: escapeHtml(`${what} к вам: ${why}`),
    same_as: `courses-passed:${course_ids.join(',')}`,
  })
  const recipient = await findRecipient(db, person)
  if (!recipient) return
  await mailer({
    to: recipient.to,
    subject: `${config.appName}: вы теперь ведёте ${names.length === 1 ? 'ещё один курс' : 'ещё несколько курсов'}`,
    text: [
      ...recipient.preface,
      `Здравствуйте, ${person.name}!`,
      `${what} к вам вместе с работами, которые ждут проверки: ${why}. Назначить другого преподавателя можно на странице курса.`,
      `Открыть сайт:\n${config.publicUrl}/courses`,
    ].join('\n\n'),
  })
}

/**
 * Consequences of a request for erasing: a letter at once, and in 14 days the erasing itself, bytes of files after the
 * rows.
 */
export const privacyEffects = (
  config: Config,
  mailer: Mailer,
  files: FileStorage,
): Pick<EffectHandlers, 'erasure-letter' | 'account-erased' | 'courses-passed' | 'bytes-erased'> => ({
  'erasure-letter': (db, letter) => sendErasureLetter(db, config, mailer, letter),

  'account-erased': async (db, wish) => {
    await forgetLetters(config, await eraseDueAccount(db, wish))
  },

  'courses-passed': (db, passed) => sendPassed(db, config, mailer, passed),

  'bytes-erased': async (db, bytes) => {
    if ('avatar' in bytes) await removeAvatarFiles(files, bytes.avatar)
    else await removeFile(db, files, bytes.file_id)
  },
})
