import { isDeepStrictEqual } from 'node:util'
import type { PeriodsInput } from '#contract/journal/periods.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { listPeriods, lockAllPeriods, replacePeriods } from '#server/journal/periods.repo.ts'

/**
 * Makes the periods of the school these. 422 for an id that there is not; 409 when somebody has changed the expected
 * ones, for removing one that has totals, and for other days of one that is closed in a journal.
 */
export const changePeriods = (db: Db, actor: Actor, { periods: given, expected }: PeriodsInput) =>
  db.transaction(async (tx) => {
    const known = await lockAllPeriods(tx)
    const before = await listPeriods(tx)
    if (expected && !isDeepStrictEqual(before, expected)) {
      throw new Refusal('conflict', { detail: 'Пока вы меняли периоды, их изменил другой куратор.' })
    }
    const knownIds = new Set(known.map(({ id }) => id))
    const strange = given.findIndex(({ id }) => id !== undefined && !knownIds.has(id))
    if (strange >= 0) throw invalid(`periods.${strange}.id`, 'Этого периода больше нет. Обновите страницу.')
    const givenOf = new Map(given.map((period) => [period.id, period]))
    for (const { id, name, kind, from, to, totals, locks } of known) {
      const next = givenOf.get(id)
      if (!next && (totals > 0 || locks > 0)) {
        throw new Refusal('wrong-state', { detail: `За период «${name}» уже есть итоги: удалить его нельзя.` })
      }
      if (next && locks > 0 && (next.from !== from || next.to !== to || next.kind !== kind)) {
        throw new Refusal('wrong-state', {
          detail: `Период «${name}» закрыт в журналах (курсов: ${locks}): его дни изменить нельзя, пока они закрыты.`,
        })
      }
    }
    await replacePeriods(tx, given)
    const after = await listPeriods(tx)
    if (JSON.stringify(before) === JSON.stringify(after)) return after
    await addAuditEntry(tx, {
      actor,
      kind: 'settings-changed',
      object: { kind: 'settings', id: 'periods' },
      after: { fields: ['periods'] },
    })
    return after
  })
