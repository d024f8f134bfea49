import { isAtLeast } from '#contract/auth/auth.schema.ts'
import { type PaperConsent, scanCheck } from '#contract/consents/paper-consents.schema.ts'
import { fileProblem } from '#contract/files/check-file.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { parentEmailProblem } from '#contract/users/users.schema.ts'
import { addAuditEntries, addAuditEntry } from '#server/audit/audit.repo.ts'
import { deleteConfirmationsOf } from '#server/auth/confirmations.repo.ts'
import { checkSizes } from '#server/cohorts/check-size.ts'
import { findConsent, insertConsents } from '#server/consents/consents.repo.ts'
import { missingConsent } from '#server/consents/missing-consent.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsAt } from '#server/documents/documents.repo.ts'
import { addEffect } from '#server/effects/effects.ts'
import { canSeeFile } from '#server/files/file-owners.ts'
import { findFile } from '#server/files/files.repo.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { lockPlaces } from '#server/handovers/handovers.repo.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { keepErasedSoon, lockLeaving } from '#server/privacy/ask-erasure.ts'
import { isErasureByParent, isErasureByWithdrawal } from '#server/privacy/erasures.repo.ts'
import { addGuardian } from '#server/users/guardians.repo.ts'
import { listPlacesOf } from '#server/users/role-places.repo.ts'
import { updateUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Until this age somebody has parents who decide (Civil Code of Russia, art. 21). */
const childAge = 18

const checkChild = ({ role, birth_date }: User) => {
  if (role !== 'student')
    throw new Refusal('wrong-state', { detail: `Согласие родителя записывают только ${called('студентам')}.` })
  if (birth_date !== null && isAtLeast(childAge, birth_date, new Date()))
    throw new Refusal('wrong-state', { detail: 'Этому человеку уже есть 18 лет: он соглашается сам.' })
}

/** Refuses what is no scan: unknown to the actor, not complete yet, of another type, or too large. */
const checkScan = async (tx: Db, actor: Actor, id: string) => {
  const file = await findFile(tx, id)
  if (file?.status !== 'ready' || !(await canSeeFile(tx, actor, file))) {
    throw invalid('file_id', 'Этот файл не загрузился. Выберите скан ещё раз.')
  }
  const problem = fileProblem(file, scanCheck)
  if (problem) throw invalid('file_id', problem)
}

/**
 * Opens the account of a child whose parent had declined it: they have changed their mind. 409 when a class of theirs is
 * full by now.
 */
const openDeclined = async (tx: Db, actor: Actor, { id, active, erase_at }: User) => {
  await updateUser(tx, id, { active: true })
  await checkSizes(tx, (await listPlacesOf(tx, [id])).cohorts)
  await keepErasedSoon(tx, id, actor.id)
  await addAuditEntry(tx, {
    actor,
    kind: 'user-active',
    object: { kind: 'user', id },
    before: { active, erase_at },
    after: { active: true, by_parent: true, on_paper: true, erase_at: null },
  })
}

/**
 * Records what a parent has signed on paper, with its scan. With the consent for the account the child may sign in, and
 * an account that was about to be erased without it stays, unless it is erased by a request from before it was taken
 * back. 409 without that one, for grown-ups and for staff, and when a class of a child who gets in again is full.
 */
export const recordOnPaper = (db: Db, actor: Actor, userId: number, form: PaperConsent) =>
  db.transaction(async (tx) => {
    // classes are locked before people
    const { cohorts } = await listPlacesOf(tx, [userId])
    await lockPlaces(tx, { cohorts, courses: [] })
    const user = found(await lockLeaving(tx, userId), ({ erased_at }) => erased_at === null)
    checkChild(user)
    const problem = parentEmailProblem(user.email, form.parent.email)
    if (problem) throw invalid('parent.email', problem)
    await checkScan(tx, actor, form.file_id)
    const forAccount = form.documents.includes('parent-consent')
    if (!forAccount && (await findConsent(tx, userId, 'parent-consent')) === null) {
      throw new Refusal('wrong-state', {
        detail: 'Сначала нужно согласие на учётную запись: отметьте и его, если оно подписано.',
      })
    }
    const wasDeclined = user.awaits_parent_at !== null && (await isErasureByParent(tx, userId))
    const isKept = forAccount && (await missingConsent(tx, user)) !== null && (await isErasureByWithdrawal(tx, userId))
    // until the end of that day in Moscow
    const versions = await documentVersionsAt(tx, `${form.signed_on}T23:59:59.999+03:00`)
    const parent = { name: form.parent.name, email: form.parent.email ?? '' }
    const given = form.documents.map((document) => ({
      user_id: userId,
      document,
      version: versions.get(document) ?? 0,
      address: '',
      parent,
      signed_on: form.signed_on,
    }))
    const ids = await insertConsents(tx, given)
    for (const id of ids) await keepFiles(tx, actor, { owner: 'consent', id }, { listed: [form.file_id] })
    await addGuardian(tx, userId, form.parent)
    await addAuditEntries(
      tx,
      given.map(({ document, version }) => {
        // opening what was declined has an entry of its own
        const keeps = isKept && !wasDeclined && document === 'parent-consent'
        return {
          actor,
          kind: 'consent-given',
          object: { kind: 'user', id: userId },
          ...(keeps && { before: { erase_at: user.erase_at } }),
          after: { document, version, by_parent: true, on_paper: true, ...(keeps && { erase_at: null }) },
        }
      }),
    )
    if (!forAccount) return
    // with the link by which the parent sees and takes back what was signed
    if (form.parent.email !== null) {
      const consent_id = ids[form.documents.indexOf('parent-consent')] as number
      await addEffect(tx, 'consent-letter', { consent_id })
    }
    if (user.awaits_parent_at !== null) {
      await updateUser(tx, userId, { awaits_parent_at: null })
      await deleteConfirmationsOf(tx, userId)
      if (user.email !== null) await addEffect(tx, 'invitation-letter', { user_id: userId })
    }
    if (wasDeclined) return openDeclined(tx, actor, user)
    if (!isKept) return
    await keepErasedSoon(tx, userId, actor.id)
    await addEffect(tx, 'kept-letter', { user_id: userId })
  })
