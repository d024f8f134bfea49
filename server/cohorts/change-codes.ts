import { randomInt } from 'node:crypto'
import { codeLength, codeSigns, maxCodes } from '#contract/cohorts/class-codes.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { countCodes, deleteCode, insertCode } from '#server/cohorts/cohort-codes.repo.ts'
import { lockCohort } from '#server/cohorts/cohorts.repo.ts'
import type { Db } from '#server/db/database.ts'
import { found, Refusal } from '#server/http/refusal.ts'

/** About 40 bits: too many to guess within the limit on registrations. */
const newCode = () => Array.from({ length: codeLength }, () => codeSigns[randomInt(codeSigns.length)]).join('')

/** Makes a code by which people register into a class. 404 when the class was deleted meanwhile. */
export const makeCode = (db: Db, actor: Actor, cohortId: number, days: number) =>
  db.transaction(async (tx) => {
    found(await lockCohort(tx, cohortId))
    if ((await countCodes(tx, cohortId)) >= maxCodes) {
      throw new Refusal('wrong-state', { detail: `Кодов уже ${maxCodes}. Отзовите те, что не нужны.` })
    }
    const code = await insertCode(tx, { cohort_id: cohortId, code: newCode(), created_by: actor.id }, days)
    await addAuditEntry(tx, {
      actor,
      kind: 'class-code-made',
      object: { kind: 'cohort', id: cohortId },
      after: { expires_at: code.expires_at },
    })
    return code
  })

/** Withdraws a code; who has registered with it stays. 404 when it is gone. */
export const withdrawCode = (db: Db, actor: Actor, cohortId: number, id: number) =>
  db.transaction(async (tx) => {
    if (!(await deleteCode(tx, cohortId, id))) throw new Refusal('not-found')
    await addAuditEntry(tx, { actor, kind: 'class-code-withdrawn', object: { kind: 'cohort', id: cohortId } })
  })
