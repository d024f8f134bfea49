import { erasureDays } from '#contract/privacy/privacy.schema.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import type { EffectHandlers, EffectPayloads } from '#server/effects/effects.ts'
import { removeFile } from '#server/files/remove-file.ts'
import { forgetLetters } from '#server/mail/forget-letters.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { eraseDueAccount } from '#server/privacy/erase-account.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { avatarKey } from '#server/users/set-avatar.ts'
import { findUser } from '#server/users/users.repo.ts'

/** In the time of Moscow, as everything the school says by letter. */
const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Moscow' })

/** Says when an account will be erased and how to keep it; not to who has changed their mind meanwhile. */
const sendErasureLetter = async (
  db: Db,
  config: Config,
  mailer: Mailer,
  { user_id, erase_at }: EffectPayloads['erasure-letter'],
) => {
  const user = await findUser(db, user_id)
  if (user?.erase_at !== erase_at) return
  await mailer({
    to: user.email,
    subject: `${config.appName}: учётная запись будет удалена`,
    text: [
      `Здравствуйте, ${user.name}!`,
      `Мы получили просьбу удалить вашу учётную запись. Это случится ${day.format(new Date(erase_at))}, через ${erasureDays} дней после просьбы. Тогда исчезнут имя, почта, работы, проекты, сообщения и файлы. Решения преподавателей и оценки останутся без имени.`,
      `Передумали? Войдите на сайт и нажмите «Не удалять»:\n${config.publicUrl}/login`,
      'Если вы об этом не просили, сразу войдите, нажмите «Не удалять» и смените пароль.',
    ].join('\n\n'),
  })
}

/** What erasing an account causes: a letter at once, and in 14 days the erasing itself, bytes of files after the rows. */
export const privacyEffects = (
  config: Config,
  mailer: Mailer,
  files: FileStorage,
): Pick<EffectHandlers, 'erasure-letter' | 'account-erased' | 'bytes-erased'> => ({
  'erasure-letter': (db, letter) => sendErasureLetter(db, config, mailer, letter),

  'account-erased': async (db, wish) => {
    const person = await eraseDueAccount(db, wish)
    if (person) await forgetLetters(config, person.email)
  },

  'bytes-erased': async (db, bytes) => {
    if ('avatar' in bytes) await files.remove(avatarKey(bytes.avatar))
    else await removeFile(db, files, bytes.file_id)
  },
})
