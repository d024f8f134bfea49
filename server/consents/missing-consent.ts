import { neededConsents } from '#contract/consents/consents.schema.ts'
import { listConsentsOf } from '#server/consents/consents.repo.ts'
import { agreesAlone } from '#server/consents/give-consent.ts'
import type { Db } from '#server/db/database.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/**
 * The consent that has to be given again before the account can be used: the previous one was taken back. Null where
 * one is valid, and for accounts that curators opened without any.
 */
export const missingConsent = async (
  db: Db,
  user: { id: number; birth_date: string | null },
): Promise<'personal-data' | 'parent-consent' | null> => {
  const rows = (await listConsentsOf(db, user.id)).filter(({ document }) =>
    neededConsents.some((slug) => slug === document),
  )
  if (rows.length === 0 || rows.some(({ withdrawn_at }) => withdrawn_at === null)) return null
  const { consent_age } = await loadSchool(db)
  return agreesAlone(user.birth_date, consent_age) ? 'personal-data' : 'parent-consent'
}
