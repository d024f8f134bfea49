import { maxApplicationsPerDay } from '#contract/applications/applications.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import {
  countRecentApplications,
  findWaitingApplication,
  insertApplication,
  updateApplication,
} from '#server/applications/applications.repo.ts'
import { findCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findProgram } from '#server/programs/programs.repo.ts'
import { holdUser } from '#server/users/users.repo.ts'

const conflict = (detail: string) => new Refusal('conflict', { detail })

/**
 * Applies to an announced course; returns the id of the application. An undecided application gets the new text, if
 * there is one. 409 when the person already takes the course, or when nobody can join it now; 429 after too many in a
 * day.
 */
export const applyToProgram = (db: Db, actor: Actor, courseId: number, text?: string) =>
  db.transaction(async (tx) => {
    // applications of one person run one after another, so that they are counted right and never doubled
    await holdUser(tx, actor.id)
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
    if ((await countRecentApplications(tx, actor.id)) >= maxApplicationsPerDay) {
      throw new Refusal('too-many', {
        detail: 'Сегодня вы отправили много заявок. Продолжите завтра.',
        retryAfter: 3600,
      })
    }
    const { id } = await insertApplication(tx, { user_id: actor.id, course_id: courseId, text: text ?? '' })
    await addEffect(tx, 'staff-notified', { about: 'application', application_id: id })
    return id
  })
