import { hourMs, minuteMs } from '#contract/durations.ts'
import { deleteExpired } from '#server/auth/auth.repo.ts'
import { deleteExpiredChallenges } from '#server/auth/passkeys.repo.ts'
import { keepDailyBackupAlone } from '#server/backup/daily-backup.ts'
import { endWaitsByAge } from '#server/consents/follow-birth-dates.ts'
import { addUpRowCounts } from '#server/db/row-counts.repo.ts'
import type { Deps } from '#server/deps.ts'
import { deleteEndedDrafts } from '#server/drafts/drafts.repo.ts'
import { startEffects } from '#server/effects/effects.ts'
import { effectHandlers } from '#server/effects/handlers.ts'
import { deleteOldEvents } from '#server/events/events.repo.ts'
import { sweepFamilyLinks } from '#server/family/family.repo.ts'
import { dropUsesOfDeleted } from '#server/files/deleted-owners.repo.ts'
import { hashOldFiles } from '#server/files/hash-files.ts'
import { sweepFiles, sweepStrays } from '#server/files/sweep-files.ts'
import { startFilmCopies } from '#server/films/make-film-copies.ts'
import { deleteOldSignIns } from '#server/identities/identities.repo.ts'
import { failDeadImports } from '#server/imports/imports.repo.ts'
import { interrupted } from '#server/imports/run-imports.ts'
import { deleteOldOrders } from '#server/journal/change-orders.repo.ts'
import { deleteExpiredLtiAccess } from '#server/lti/lti-access.repo.ts'
import { forgetOldLetters } from '#server/mail/forget-letters.ts'
import { letterSender } from '#server/mail/letter-sender.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { deleteEmptiedNotes } from '#server/notes/notes.repo.ts'
import { startDeliveries } from '#server/notifications/deliver.ts'
import { redateDeliveries } from '#server/notifications/deliveries.repo.ts'
import { noteDocumentTerms } from '#server/organisation/document-terms.ts'
import { noteFilled } from '#server/organisation/filled-mark.ts'
import { deleteOldPeopleImports } from '#server/people-imports/people-imports.repo.ts'
import { deleteOldCalls } from '#server/repeats/done-calls.repo.ts'
import { deleteOldBatches } from '#server/reviews/batches.repo.ts'
import { deleteOldSecurityEntries } from '#server/security/security.repo.ts'
import { deleteOldFailures } from '#server/state/failures.repo.ts'
import { deleteOldPolicyReports } from '#server/state/policy-reports.repo.ts'
import { sweepTemporaryFolders } from '#server/storage/temporary-folder.ts'
import { deleteExpiredSubmitKeys } from '#server/tasks/submit-keys.repo.ts'
import { addUpTaskCounts } from '#server/tasks/task-counts.repo.ts'
import { deleteOldDeliveries } from '#server/webhooks/webhooks.repo.ts'

/** How often expired rows are deleted, in milliseconds. */
const sweepIntervalMs = hourMs

/**
 * How often the platform's part of the organisation pages is compared, in milliseconds: after a change their answers
 * are kept only from then on.
 */
const noteIntervalMs = minuteMs

const sweeps = [
  ...[deleteExpired, deleteExpiredSubmitKeys, deleteEndedDrafts, deleteOldEvents, dropUsesOfDeleted],
  deleteEmptiedNotes,
  ...[deleteOldCalls, deleteOldOrders, deleteOldBatches],
  sweepFamilyLinks,
  endWaitsByAge,
  noteDocumentTerms,
  deleteOldPeopleImports,
  addUpRowCounts,
  addUpTaskCounts,
  deleteOldFailures,
  deleteOldPolicyReports,
  deleteOldSecurityEntries,
  deleteOldDeliveries,
  deleteExpiredChallenges,
  deleteExpiredLtiAccess,
  deleteOldSignIns,
  redateDeliveries,
]

/**
 * Starts what nobody asks for: effects, letters and push about events, smaller copies of films, sweeps, hashes of old
 * files. Returns how to stop it.
 */
export const startHousekeeping = (
  { db, url, files, config, tracing }: Pick<Deps, 'db' | 'url' | 'files' | 'config' | 'tracing'>,
  onError: (error: unknown) => void,
) => {
  const mailer = createMailer(config, letterSender({ db, files, config }))
  const plain = effectHandlers(config, mailer, files)
  const handlers = tracing?.watchEffects(plain) ?? plain
  const effects = [startEffects(db, handlers, onError, 'own'), startEffects(db, handlers, onError, 'programs')]
  const deliveries = startDeliveries({ db, config, mailer, onError })
  const copies = startFilmCopies({ db, files, config, onError })
  const closing = new AbortController()
  const ofFiles = { db, files, onError, signal: closing.signal }
  const hashOld = () => hashOldFiles(ofFiles).catch(onError)
  let hashing = hashOld()
  let backingUp = false
  /** May take longer than the hour between two sweeps. */
  const backUp = async () => {
    if (backingUp) return
    backingUp = true
    await keepDailyBackupAlone({ config, url }).catch(onError)
    backingUp = false
  }
  let hour = 0
  const sweep = async () => {
    const steps: (() => Promise<unknown>)[] = [
      () => Promise.all(sweeps.map((forget) => forget(db).catch(onError))),
      () => forgetOldLetters(config),
      () => failDeadImports(db, interrupted),
      () => sweepTemporaryFolders(config),
      () => sweepFiles(ofFiles),
      async () => void backUp(),
      // it lists everything that is stored, so once a day is enough
      ...(hour % 24 === 0 ? [() => sweepStrays(ofFiles)] : []),
    ]
    hour += 1
    for (const step of steps) {
      if (closing.signal.aborted) return
      // one that fails every hour must not keep the others, the daily copy among them, from being done
      await step().catch(onError)
    }
    await hashing
    hashing = hashOld()
  }
  let sweepsUnderWay: Promise<unknown> = Promise.resolve()
  const sweeping = setInterval(() => {
    sweepsUnderWay = Promise.all([sweepsUnderWay, sweep().catch(onError)])
  }, sweepIntervalMs)
  let noteUnderWay: Promise<unknown> | null = null
  const noting = setInterval(() => {
    noteUnderWay ??= noteFilled(db)
      .catch(onError)
      .finally(() => {
        noteUnderWay = null
      })
  }, noteIntervalMs)
  return async () => {
    clearInterval(sweeping)
    clearInterval(noting)
    closing.abort()
    // all at once: nothing new begins, and the process is killed when this takes longer than the machine allows
    const stops = [copies, ...effects, deliveries].map(({ stop }) => stop())
    await Promise.all([...stops, noteUnderWay, sweepsUnderWay.then(() => hashing)])
  }
}
