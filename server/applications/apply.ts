import { maxApplicationsPerDay } from '#contract/applications/applications.schema.ts'
import { dayMs } from '#contract/durations.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findWaitingApplication, insertApplication, updateApplication } from '#server/applications/applications.repo.ts'
import { countWithin } from '#server/auth/throttle.ts'
import { findCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findProgram } from '#server/programs/programs.repo.ts'
import { lockUser } from '#server/users/users.repo.ts'

/** Withdrawn ones count as well: staff are notified of each. */
const limit = { count: maxApplicationsPerDay, window: dayMs }

const refuse = (retryAfter: number) =>
  new Refusal('too-many', { detail: 'Сегодня вы отправили много заявок. Продолжите завтра.', retryAfter })

const conflict = (detail: string) => new Refusal('conflict', { detail })

/**
 * Applies to an announced course; returns the id of the application. An undecided application gets the new text, if
 * there is one. 409 when the person already takes the course, or when nobody can join it now; 429 after too many in a
 * day.
 */
export const applyToProgram = (db: Db, actor: Actor, courseId: number, text?: string) =>
  db.transaction(async (tx) => {
    // applications of one person run one after another, so that they are counted right and never doubled
    await lockUser(tx, actor.id)
    const course = await findCourse(tx, courseId, actor)
    if (course?.enrolled) throw conflict('Вы уже учитесь на этом курсе.')
    const waiting = await findWaitingApplication(tx, actor.id, courseId)
    if (waiting) {
      if (text !== undefined) await updateApplication(tx, waiting.id, { text })
      return waiting.id
    }
    const program = await findProgram(tx, courseId)
    if (!program?.course.enrolling) throw conflict('Набор на этот курс закрыт.')
    if (program.course.seats !== null && program.student_count >= program.course.seats) {
      throw conflict('Все места на курсе заняты.')
    }
    await countWithin(tx, [{ key: `apply:account:${actor.id}`, limit, refuse }])
    const { id } = await insertApplication(tx, { user_id: actor.id, course_id: courseId, text: text ?? '' })
    await addEffect(tx, 'staff-notified', { about: 'application', application_id: id })
    return id
  })
