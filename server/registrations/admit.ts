import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { applyToProgram } from '#server/applications/apply.ts'
import { joinCohort } from '#server/cohorts/change-cohort.ts'
import { findLiveCode } from '#server/cohorts/cohort-codes.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { findProgram } from '#server/programs/programs.repo.ts'
import { insertRegistration } from '#server/registrations/registrations.repo.ts'
import type { Wanted } from '#server/registrations/wanted.ts'
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

/**
 * The class that a registration leads into; null for none. Refuses one without a code that works where it is needed.
 */
export const cohortOfCode = async (db: Db, { registration }: SchoolSettings, code: string | undefined) => {
  const live = code ? await findLiveCode(db, code) : null
  if (live) return live.cohort_id
  const sentence = code
    ? 'Такого кода нет, или его срок вышел. Проверьте буквы или попросите новый код у школы.'
    : `Чтобы зарегистрироваться, нужен код ${cohortCalled('of')}: его даёт школа.`
  if (registration === 'code') {
    throw new Refusal('registration-refused', { detail: sentence, fields: { class_code: [sentence] } })
  }
  if (code) throw invalid('class_code', sentence)
  return null
}

/** The course that a registration applies to; one that is not announced any more is no reason to refuse it. */
export const programWanted = async (
  db: Db,
  { program_id: id, application = '' }: { program_id?: number | undefined; application?: string | undefined },
) => {
  const program = id === undefined ? null : await findProgram(db, id)
  return { program_id: program?.course.id ?? null, application_text: program ? application : '' }
}

/** Sends the application that came with a registration, unless the course can no longer be joined. */
const applyIfPossible = async (tx: Db, userId: number, programId: number, text: string) => {
  try {
    await applyToProgram(tx, { id: userId, role: 'student' }, programId, text)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Gives somebody who is in what they registered for; `actor` is who let them in. */
export const giveWanted = async (tx: Db, actor: Actor, userId: number, wanted: Wanted) => {
  if (wanted.cohort_id !== null) await joinCohort(tx, actor, wanted.cohort_id, userId)
  if (wanted.program_id !== null) await applyIfPossible(tx, userId, wanted.program_id, wanted.application_text)
}

/**
 * Completes a registration: the account waits for a curator where the school wants that, and otherwise joins its class
 * and applies to its course at once. Curators are notified.
 */
export const settleRegistration = async (tx: Db, user: Actor, { waits, ...wanted }: Wanted & { waits: boolean }) => {
  if (waits) await insertRegistration(tx, { user_id: user.id, ...wanted })
  else await giveWanted(tx, user, user.id, wanted)
  await addEffect(tx, 'staff-notified', { about: 'newcomer', user_id: user.id })
}
