import { parentEmailProblem } from '#contract/users/users.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { askParentsAt } from '#server/consents/ask-parents.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect, addEffects } from '#server/effects/effects.ts'
import {
  deleteFamilyLinks,
  listChildren,
  listParentAddresses,
  startLetters,
  stopLetters,
} from '#server/family/family.repo.ts'
import { nextLetterAt } from '#server/family/family-letters.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { type Guardian, replaceGuardians } from '#server/users/guardians.repo.ts'
import { lockUser } from '#server/users/users.repo.ts'

interface Change {
  actorId: number
  childId: number
}

/**
 * Sets the parents of a child; who is not among them sees the child no longer. While the account waits for a parent,
 * new addresses are asked at once. 422 for the child's own address.
 */
export const setParents = (db: Db, { actorId, childId }: Change, parents: Guardian[]) =>
  db.transaction(async (tx) => {
    // of two curators at once the later one replaces what the earlier one has set
    const child = found(await lockUser(tx, childId))
    for (const [index, { email }] of parents.entries()) {
      const problem = parentEmailProblem(child.email, email)
      if (problem) throw invalid(`parents.${index}.email`, problem)
    }
    const before = await listParentAddresses(tx, childId)
    if (!(await replaceGuardians(tx, childId, parents))) return
    const added = parents.flatMap(({ email }) => (email !== null && !before.includes(email) ? [email] : []))
    await askParentsAt(tx, childId, added)
    await addAuditEntry(tx, { actor: { id: actorId }, kind: 'parents-changed', object: { kind: 'user', id: childId } })
  })

/** Sends each parent of a child a new link; the old ones stop working at once. */
export const sendFamilyLinks = (db: Db, { actorId, childId }: Change) =>
  db.transaction(async (tx) => {
    const emails = await listParentAddresses(tx, childId)
    if (emails.length === 0)
      throw new Refusal('wrong-state', {
        detail: 'Почта родителей не указана. Впишите её, и письмо можно будет отправить.',
      })
    // a letter that would lead to nothing is not sent
    const seen = await listChildren(tx, emails[0] as string)
    if (!seen.some(({ id }) => id === childId))
      throw new Refusal('wrong-state', {
        detail:
          'Родителям этого человека показывать нечего: он вырос, ждёт согласия родителя или его учётная запись отключена.',
      })
    await deleteFamilyLinks(tx, emails)
    await addEffects(
      tx,
      'family-letter',
      emails.map((email) => ({ email })),
    )
    await addAuditEntry(tx, { actor: { id: actorId }, kind: 'family-link-sent', object: { kind: 'user', id: childId } })
  })

/** Ends the links of a child's parents; ending what has ended changes nothing. */
export const endFamilyLinks = (db: Db, { actorId, childId }: Change) =>
  db.transaction(async (tx) => {
    const emails = await listParentAddresses(tx, childId)
    if ((await deleteFamilyLinks(tx, emails)) === 0) return
    await stopLetters(tx, emails)
    await addAuditEntry(tx, {
      actor: { id: actorId },
      kind: 'family-link-ended',
      object: { kind: 'user', id: childId },
    })
  })

/** Starts or stops a parent's weekly letters; doing so twice changes nothing. */
export const setWeeklyLetters = (db: Db, email: string, weekly: boolean) =>
  db.transaction(async (tx) => {
    if (!weekly) return stopLetters(tx, [email])
    const since = await startLetters(tx, email)
    if (since) await addEffect(tx, 'family-news', { email, since }, nextLetterAt(new Date()))
  })
