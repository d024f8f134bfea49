import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maxShownQuestions } from '#contract/questions/questions.schema.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { courses, courseTeachers } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { lessonQuestions } from '#server/questions/questions.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

export type QuestionRecord = typeof lessonQuestions.$inferSelect

const answerers = alias(users, 'answerers')
const answererColumns = {
  id: answerers.id,
  name: answerers.name,
  surname: answerers.surname,
  role: answerers.role,
  avatar: answerers.avatar,
}

const select = (db: Db) =>
  db
    .select({
      question: lessonQuestions,
      person: personColumns,
      answerer: answererColumns,
      lesson: { id: lessons.id, name: lessons.name },
      course: { id: courses.id, name: courses.name },
    })
    .from(lessonQuestions)
    .innerJoin(users, eq(users.id, lessonQuestions.user_id))
    .innerJoin(lessons, eq(lessons.id, lessonQuestions.lesson_id))
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .leftJoin(answerers, eq(answerers.id, lessonQuestions.answered_by))
    .$dynamic()
export type QuestionRow = Awaited<ReturnType<typeof select>>[number]

/** The newest questions under a lesson. */
export const listQuestions = (db: Db, lessonId: number) =>
  select(db).where(eq(lessonQuestions.lesson_id, lessonId)).orderBy(desc(lessonQuestions.id)).limit(maxShownQuestions)

/** A question with its people, its lesson and course; deleted ones, too. */
export const findQuestion = async (db: Db, id: number) => {
  const [row] = await select(db).where(eq(lessonQuestions.id, id))
  return row ?? null
}

const waiting = and(
  isNull(lessonQuestions.answer),
  isNull(lessons.deleted_at),
  isNull(courses.deleted_at),
  eq(courses.status, 'published'),
)

const taughtBy = (actor: Actor) =>
  curates(actor, 'courses')
    ? undefined
    : sql`exists(select 1 from ${courseTeachers}
        where ${courseTeachers.course_id} = ${courses.id} and ${courseTeachers.user_id} = ${actor.id})`

/**
 * The first questions without an answer in the courses of a teacher, or in all for a curator; and how many there are.
 */
export const listWaiting = async (db: Db, actor: Actor, limit: number) => {
  const isTheirs = and(waiting, taughtBy(actor))
  const [rows, totals] = await Promise.all([
    select(db).where(isTheirs).orderBy(asc(lessonQuestions.id)).limit(limit),
    db
      .select({ total: count() })
      .from(lessonQuestions)
      .innerJoin(lessons, eq(lessons.id, lessonQuestions.lesson_id))
      .innerJoin(courses, eq(courses.id, lessons.course_id))
      .where(isTheirs),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

export const insertQuestion = async (tx: Db, values: typeof lessonQuestions.$inferInsert) => {
  return onlyRow(await tx.insert(lessonQuestions).values(values).returning())
}

/** A question, locked until the transaction ends; null when it is gone. */
export const lockQuestion = async (tx: Db, id: number) => {
  const [question] = await tx.select().from(lessonQuestions).where(eq(lessonQuestions.id, id)).for('update')
  return question ?? null
}

export const updateQuestion = async (tx: Db, id: number, changes: Partial<typeof lessonQuestions.$inferInsert>) => {
  await tx.update(lessonQuestions).set(changes).where(eq(lessonQuestions.id, id))
}

export const deleteQuestion = async (tx: Db, id: number) => {
  await tx.delete(lessonQuestions).where(eq(lessonQuestions.id, id))
}

/** When a person asked their `limit`-th latest question; null when they asked fewer. */
export const findQuestionBefore = async (tx: Db, userId: number, limit: number) => {
  const [row] = await tx
    .select({ created_at: lessonQuestions.created_at })
    .from(lessonQuestions)
    .where(eq(lessonQuestions.user_id, userId))
    .orderBy(desc(lessonQuestions.id))
    .limit(1)
    .offset(limit - 1)
  return row?.created_at ?? null
}
