import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { KeptFields } from '#server/audit/audit.table.ts'
import type { Db } from '#server/db/database.ts'
import { lockSettings, mergeSettings, type SettingsKey } from '#server/site/site.repo.ts'

/** The settings whose values the journal of changes keeps; of the others, which are texts, it keeps the names. */
export const valued = [
  'age_mark',
  'consent_age',
  'registration',
  'registration_waits',
  'cohort_word',
  'student_word',
  'edition',
  'university',
  'second_factor',
] as const

type Values = { [Name in string]?: unknown }

const valuesOf = (settings: Values, names: readonly string[]): KeptFields =>
  Object.fromEntries(valued.flatMap((name) => (names.includes(name) ? [[name, settings[name]]] : [])))

/** Sets some settings of a group; `load` reads them with their defaults. Returns them as they were and as they are. */
export const changeSettings = <Settings extends object>(
  db: Db,
  actor: Actor,
  key: SettingsKey,
  change: object,
  load: (db: Db) => Promise<Settings>,
) =>
  db.transaction(async (tx) => {
    // of two simultaneous changes, the second one finds what the first has left
    await lockSettings(tx, key)
    const before = await load(tx)
    await mergeSettings(tx, key, change, actor.id)
    const after = await load(tx)
    const [earlier, later]: [Values, Values] = [{ ...before }, { ...after }]
    const names = Object.keys(after).filter((name) => name in change && !isDeepStrictEqual(earlier[name], later[name]))
    if (names.length > 0) {
      const fields = names.filter((name) => !(valued as readonly string[]).includes(name))
      await addAuditEntry(tx, {
        actor,
        kind: 'settings-changed',
        object: { kind: 'settings', id: key },
        before: valuesOf(earlier, names),
        after: { ...valuesOf(later, names), ...(fields.length > 0 && { fields }) },
      })
    }
    return { before, after }
  })
