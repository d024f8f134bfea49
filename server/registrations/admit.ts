import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { joinCohort } from '#server/cohorts/change-cohort.ts'
import { findLiveCode } from '#server/cohorts/cohort-codes.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { insertRegistration } from '#server/registrations/registrations.repo.ts'
import { loadSchool } from '#server/site/load-settings.ts'

const closedTexts = {
  invitation: 'Школа приглашает сама: вход открывается по ссылке из письма. Если письма нет, напишите в школу.',
  closed: 'Регистрация сейчас закрыта.',
}

/** Refuses everybody where nobody opens an account alone. */
export const checkOpen = async (db: Db) => {
  const { registration } = await loadSchool(db)
  if (registration === 'open' || registration === 'code') return
  throw new Refusal('registration-refused', { detail: closedTexts[registration] })
}

/** The class that a registration leads into; null for none. Refuses one without a code that works where it is needed. */
export const cohortOfCode = async (db: Db, { registration }: SchoolSettings, code: string | undefined) => {
  const live = code ? await findLiveCode(db, code) : null
  if (live) return live.cohort_id
  const sentence = code
    ? 'Такого кода нет, или его срок вышел. Проверьте буквы или попросите новый код у школы.'
    : 'Чтобы зарегистрироваться, нужен код класса: его даёт школа.'
  if (registration === 'code') {
    throw new Refusal('registration-refused', { detail: sentence, fields: { class_code: [sentence] } })
  }
  if (code) throw invalid('class_code', sentence)
  return null
}

/**
 * What becomes of a new account: it waits for a curator where the school wants that, and otherwise joins its class at
 * once.
 */
export const settleRegistration = async (
  tx: Db,
  user: Actor,
  { waits, cohort_id }: { waits: boolean; cohort_id: number | null },
) => {
  if (waits) await insertRegistration(tx, { user_id: user.id, cohort_id })
  else if (cohort_id !== null) await joinCohort(tx, user, cohort_id, user.id)
}
