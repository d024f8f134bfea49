import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import {
  deleteCoursesForGood,
  deleteImport,
  deleteLessonsForGood,
  hasAdditions,
  hasChanges,
  hasNotes,
  hasTasks,
  lockAssignments,
  lockImport,
} from '#server/imports/imports.repo.ts'
import { auditLessons } from '#server/lessons/audit-lessons.ts'

const begun = () =>
  new Refusal('wrong-state', {
    detail: `${called('Студенты')} уже начали работы в этих уроках, прочитали их, задали вопросы или получили отметки: отменить импорт нельзя. Ненужные уроки можно удалить в программе курса.`,
  })

const noted = () =>
  new Refusal('wrong-state', {
    detail:
      'К этим урокам есть личные заметки, отменить импорт нельзя. Ненужные уроки можно удалить в программе курса: заметки останутся.',
  })

const rewritten = () =>
  new Refusal('wrong-state', {
    detail:
      'Эти уроки, их порядок или разделы уже меняли после импорта, и отмена удалила бы правки навсегда. Удалите ненужные уроки в программе курса: так их можно будет вернуть.',
  })

const extended = () =>
  new Refusal('wrong-state', {
    detail: `Этот курс уже меняли, в нём уже кто-то учится или есть уроки, разделы, преподаватели, ${cohortCalled('many')}, отметки, события, объявления, заявки или сертификаты, добавленные после импорта. Отмена удалила бы и это. Удалите курс целиком или уроки по одному.`,
  })

/**
 * Deletes everything an import made for good, as if it had never been; one that is running stops. Refuses once students
 * have read or begun anything or are marked there, once people have written notes there, or when it would delete what
 * people have changed or added since. 404 for a course in the bin: that one can still be restored.
 * Returns the ids of files to delete.
 */
export const undoImport = (db: Db, actor: Actor, id: number) =>
  db.transaction(async (tx) => {
    const record = found(await lockImport(tx, id))
    await deleteImport(tx, id)
    const { course_id: courseId, lesson_ids: lessonIds, section_ids: sectionIds } = record
    if (record.status !== 'done' || courseId === null) return []
    await lockEditableCourse(tx, actor, courseId)
    await lockAssignments(tx, lessonIds)
    if (await hasTasks(tx, lessonIds)) throw begun()
    if (await hasNotes(tx, lessonIds)) throw noted()
    if (await hasChanges(tx, record)) throw rewritten()
    if (record.makes_course && (await hasAdditions(tx, courseId, record))) throw extended()
    await deleteLessonsForGood(tx, lessonIds, sectionIds)
    if (record.makes_course) {
      await deleteCoursesForGood(tx, [courseId])
      await addAuditEntry(tx, { actor, kind: 'course-deleted', object: { kind: 'course', id: courseId } })
    } else {
      await auditLessons(tx, actor, 'lessons-deleted', courseId, lessonIds)
      await addCourseEvent(tx, courseId)
    }
    return record.file_ids
  })
