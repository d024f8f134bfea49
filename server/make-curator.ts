import { Email } from '#contract/users/email.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { readConfig } from '#server/config.ts'
import { stopWaiting } from '#server/consents/parents-awaited.repo.ts'
import { closeDataFolder } from '#server/data-folder.ts'
import { joinConfiguredDatabase } from '#server/db/configured.ts'
import type { Db } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { addEffect, runDueEffects } from '#server/effects/effects.ts'
import { failureReason, reasonSentence } from '#server/effects/failure-reason.ts'
import { effectHandlers } from '#server/effects/handlers.ts'
import { Refusal } from '#server/http/refusal.ts'
import { letterSender } from '#server/mail/letter-sender.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { takeBackRefusal } from '#server/registrations/decide-registration.ts'
import { takeRegistration } from '#server/registrations/registrations.repo.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { leaveFormerPlaces } from '#server/users/leave-former-places.ts'
import { lockPlacesOf, refuseMorePlaces } from '#server/users/lock-places.ts'
import { findUserByEmail, insertUser, updateUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/**
 * Makes somebody a curator with all rights: what they took as a student ends, they wait for no parent and no curator, and
 * are not erased for having been refused.
 */
const promote = async (tx: Db, { id, role }: User) => {
  const places = await lockPlacesOf(tx, id)
  await takeBackRefusal(tx, id)
  await refuseMorePlaces(tx, [id], places)
  await takeRegistration(tx, id)
  await updateUser(tx, id, { role: 'curator', rights: null, active: true })
  if (role !== 'curator') await leaveFormerPlaces(tx, null, [{ id, role: 'curator' }])
  await stopWaiting(tx, [id])
}

/**
 * Creates a curator, or makes somebody one, and mails a link to set a password; a curator only receives a new link.
 * Returns a sentence about it; throws one when the address is none or the letter is not sent yet, and a refusal when the
 * same person was changed at that moment.
 */
export const makeCurator = async (address: string | undefined, env: NodeJS.ProcessEnv): Promise<string> => {
  const email = Email.safeParse(address)
  if (!email.success) throw new Error('Укажите почту: npm run curator -- maria@school.ru')
  const config = readConfig(env)
  closeDataFolder(config)
  const database = await joinConfiguredDatabase(config)
  const { db } = database
  try {
    await migrate(database)
    const isAdded = await db.transaction(async (tx) => {
      const known = await findUserByEmail(tx, email.data)
      const isCurator = known?.role === 'curator' && known.active && !known.rights
      if (known && !isCurator) await promote(tx, known)
      const user =
        known ?? (await insertUser(tx, { name: 'Куратор', surname: 'Школы', email: email.data, role: 'curator' }))
      if (!user) {
        throw new Refusal('conflict', {
          detail: `Запись с почтой ${email.data} только что появилась. Повторите команду.`,
        })
      }
      await addEffect(tx, 'invitation-letter', { user_id: user.id })
      if (isCurator) return false
      await addAuditEntry(tx, {
        actor: null,
        kind: known ? 'user-role' : 'user-created',
        object: { kind: 'user', id: user.id },
        ...(known && { before: { role: known.role, rights: known.rights, active: known.active } }),
        after: { role: 'curator', rights: null, active: true },
      })
      return true
    })
    const outcome = isAdded ? `Куратор ${email.data} добавлен` : `${email.data} уже куратор`
    let failure: unknown
    const files = await openStorage(config)
    const handlers = effectHandlers(config, createMailer(config, letterSender({ db, files, config })), files)
    await runDueEffects(db, handlers, (error) => {
      failure = error
    })
    if (failure) {
      const reason = reasonSentence(failureReason(failure))
      throw new Error(
        `${outcome}, но письмо со ссылкой не ушло. ${reason} Что исправить, скажет npm run doctor; работающий сайт отправит письмо сам.`,
      )
    }
    const place = config.smtpUrl ? `на ${email.data}` : `в папку ${config.dataDir}/outbox`
    return `${outcome}. Письмо со ссылкой отправлено ${place}.`
  } finally {
    await database.close()
  }
}
