import type { z } from 'zod'
import { quizIdsIn } from '#contract/quizzes/quiz-rules.ts'
import { type QuizChange, type QuizInput, quizLimits } from '#contract/quizzes/quizzes.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { lockEditableCourse } from '#server/courses/course-access.ts'
import type { Db } from '#server/db/database.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { type LessonRecord, listLessonsOf } from '#server/lessons/lessons.repo.ts'
import { insertQuiz, lockQuizzes, type QuizRecord, removeQuizzes, writeQuizzes } from '#server/quizzes/quizzes.repo.ts'
import { withIds } from '#server/quizzes/stored-question.ts'

type Place = Pick<LessonRecord, 'id' | 'course_id'>

/** 409 when somebody has changed the quiz since the revision that a change is based on. */
const checkRevision = ({ title, revision }: QuizRecord, expected: number | undefined) => {
  if (expected === undefined || expected === revision) return
  throw new Refusal('conflict', {
    detail: `За это время тест «${title}» изменил кто-то ещё, поэтому ваш вариант не сохранён. Сравните обе версии и выберите, с какой продолжить.`,
  })
}

/**
 * Replaces the quizzes of a lesson. One with an id of this lesson is changed, even when it had been removed; one that
 * is left out is removed, and keeps its attempts. 422 for ids of other lessons, 409 for one that has another revision.
 */
export const saveQuizzes = (db: Db, actor: Actor, { id: lessonId, course_id }: Place, given: QuizChange[]) =>
  db.transaction(async (tx) => {
    await lockEditableCourse(tx, actor, course_id)
    const before = new Map((await lockQuizzes(tx, lessonId)).map((quiz) => [quiz.id, quiz]))
    const rows = given.map(({ id, questions, revision, ...fields }, position) => {
      const known = id === undefined ? undefined : before.get(id)
      if (id !== undefined && !known) throw invalid(`quizzes.${position}.id`, 'Такого теста в этом уроке нет.')
      // a second one with the same id finds it no more
      if (known) {
        checkRevision(known, revision)
        before.delete(known.id)
      }
      const kept = withIds(questions, known?.questions ?? [])
      const fixed = { lesson_id: lessonId, position, questions: kept, deleted_at: null }
      return { ...fields, ...fixed, ...(known && { id: known.id }) }
    })
    await removeQuizzes(tx, [...before.keys()])
    await writeQuizzes(tx, rows)
    await addCourseEvent(tx, course_id)
  })

/**
 * Adds a quiz to a lesson; returns its id. Where the lesson is full, the oldest quiz that is not in the text makes
 * room: nobody sees it any more. 409 when all of them are in it.
 */
export const addQuiz = (
  db: Db,
  actor: Actor,
  { id: lesson_id, course_id }: Place,
  { questions, ...fields }: Omit<z.output<typeof QuizInput>, 'id'>,
) =>
  db.transaction(async (tx) => {
    await lockEditableCourse(tx, actor, course_id)
    const present = (await lockQuizzes(tx, lesson_id)).filter(({ deleted_at }) => deleted_at === null)
    if (present.length >= quizLimits.quizzes) {
      // the text as the save before this one has left it
      const [lesson] = await listLessonsOf(tx, course_id, [lesson_id])
      const standing = new Set(quizIdsIn(found(lesson).content))
      const stray = present.find(({ id }) => !standing.has(id))
      if (!stray) {
        throw new Refusal('wrong-state', {
          detail: `В уроке уже ${quizLimits.quizzes} тестов, больше не помещается. Уберите какой-нибудь из текста и сохраните урок.`,
        })
      }
      await removeQuizzes(tx, [stray.id])
    }
    const position = Math.max(-1, ...present.map((quiz) => quiz.position)) + 1
    const id = await insertQuiz(tx, { ...fields, lesson_id, position, questions: withIds(questions, []) })
    await addCourseEvent(tx, course_id)
    return id
  })

/** Changes one quiz, and leaves the others of its lesson as they are. 409 when it has another revision. */
export const changeQuiz = (
  db: Db,
  actor: Actor,
  { id: lessonId, course_id }: Place,
  quizId: number,
  { questions, revision, ...fields }: Omit<QuizChange, 'id'>,
) =>
  db.transaction(async (tx) => {
    await lockEditableCourse(tx, actor, course_id)
    const known = (await lockQuizzes(tx, lessonId)).find(({ id, deleted_at }) => id === quizId && deleted_at === null)
    const { id, lesson_id, position, questions: before } = found(known)
    checkRevision(known as QuizRecord, revision)
    await writeQuizzes(tx, [
      { ...fields, id, lesson_id, position, questions: withIds(questions, before), deleted_at: null },
    ])
    await addCourseEvent(tx, course_id)
  })
