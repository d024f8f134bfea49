import { placeOfQuestion } from '#contract/questions/question-places.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import { listStudentIds, listTeachers } from '#server/courses/courses.repo.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { findQuestion } from '#server/questions/questions.repo.ts'
import { sameQuestion } from '#server/questions/same-question.ts'

/** Notifies the teachers of a course of a question under a lesson, and who asked of the answer. */
export const questionEffects: Pick<EffectHandlers, 'question-asked' | 'question-answered'> = {
  'question-asked': async (db, { question_id }) => {
    const row = await findQuestion(db, question_id)
    if (!row || row.question.answer !== null) return
    const { question, lesson, course } = row
    const teachers = await listTeachers(db, [course.id])
    await insertNotifications(
      db,
      teachers.map(({ person }) => person.id),
      {
        type: 'question-asked',
        actor_id: question.user_id,
        title: `Вопрос к уроку <b>«${escapeHtml(lesson.name)}»</b>`,
        comment: question.text,
        lesson_id: lesson.id,
        place: placeOfQuestion(question_id),
        same_as: sameQuestion(question_id)[0],
      },
    )
  },
  'question-answered': async (db, { question_id }) => {
    const row = await findQuestion(db, question_id)
    if (!row || row.question.answer === null) return
    const { question, lesson, course } = row
    // somebody who has left the course cannot open the lesson
    if (!(await listStudentIds(db, course.id)).includes(question.user_id)) return
    await insertNotifications(db, [question.user_id], {
      type: 'question-answered',
      actor_id: question.answered_by,
      title: `Ответ на ваш вопрос к уроку <b>«${escapeHtml(lesson.name)}»</b>`,
      comment: question.answer,
      lesson_id: lesson.id,
      place: placeOfQuestion(question_id),
      same_as: sameQuestion(question_id)[1],
    })
  },
}
