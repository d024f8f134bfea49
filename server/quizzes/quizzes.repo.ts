import { and, asc, count, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { givenIn } from '#server/quizzes/check-answers.ts'
import { quizAttempts, quizzes } from '#server/quizzes/quizzes.table.ts'

export type QuizRecord = typeof quizzes.$inferSelect
export type AttemptRecord = typeof quizAttempts.$inferSelect

const isOf = (lessonId: number) => and(eq(quizzes.lesson_id, lessonId), isNull(quizzes.deleted_at))

/** The quizzes of a lesson, in their order. */
export const listQuizzes = (db: Db, lessonId: number): Promise<QuizRecord[]> =>
  db.select().from(quizzes).where(isOf(lessonId)).orderBy(asc(quizzes.position), asc(quizzes.id))

/** Whether a quiz is in the text of its lesson; joins `lessons`. */
const standsInText = sql<boolean>`position('<div data-quiz="' || ${quizzes.id} || '">' in ${lessons.content}) > 0`

/** Whether students are asked a quiz, see `isAsked`; joins `lessons`. */
export const isAskedInText = sql<boolean>`(not ${quizzes.placed} or ${standsInText})`

/** Notes which quizzes the text of a lesson has: call it before and after a change of the text. */
export const notePlaced = async (tx: Db, lessonId: number) => {
  await tx
    .update(quizzes)
    .set({ placed: true })
    .from(lessons)
    .where(and(eq(quizzes.lesson_id, lessonId), eq(lessons.id, lessonId), eq(quizzes.placed, false), standsInText))
}

/** Every quiz of a lesson, removed ones too, locked until the transaction ends: no attempt is made in the meantime. */
export const lockQuizzes = (tx: Db, lessonId: number): Promise<QuizRecord[]> =>
  tx.select().from(quizzes).where(eq(quizzes.lesson_id, lessonId)).orderBy(asc(quizzes.id)).for('update')

/** A quiz that was not removed. */
export const findQuiz = async (db: Db, id: number): Promise<QuizRecord | null> => {
  const [quiz] = await db
    .select()
    .from(quizzes)
    .where(and(eq(quizzes.id, id), isNull(quizzes.deleted_at)))
  return quiz ?? null
}

/** The same, unchanged until the transaction ends. */
export const holdQuiz = async (tx: Db, id: number): Promise<QuizRecord | null> => {
  const [quiz] = await tx
    .select()
    .from(quizzes)
    .where(and(eq(quizzes.id, id), isNull(quizzes.deleted_at)))
    .for('share')
  return quiz ?? null
}

type NewQuiz = typeof quizzes.$inferInsert

const sent = (column: keyof NewQuiz) => sql`excluded.${sql.identifier(column)}`

/** One more when something differs: a quiz that is sent back as it came stays at its revision. */
const nextRevision = sql`${quizzes.revision} + ((${quizzes.title}, ${quizzes.attempts}, ${quizzes.shuffle}, ${quizzes.in_journal}, ${quizzes.questions})
  is distinct from (excluded.title, excluded.attempts, excluded.shuffle, excluded.in_journal, excluded.questions))::int`

/** The first revision of a quiz that a person adds; an imported one begins at 0, so that its changes are seen. */
const ofPerson = { revision: 1 }

/** Adds one quiz; returns its id. */
export const insertQuiz = async (tx: Db, row: NewQuiz) => {
  const [quiz] = await tx
    .insert(quizzes)
    .values({ ...row, ...ofPerson })
    .returning({ id: quizzes.id })
  return (quiz as { id: number }).id
}

/** Adds quizzes, and replaces those that have an id. */
export const writeQuizzes = async (tx: Db, rows: (NewQuiz & { id?: number })[]) => {
  const added = rows.filter(({ id }) => id === undefined)
  const changed = rows.flatMap(({ id, ...row }) => (id === undefined ? [] : [{ ...row, id }]))
  if (added.length > 0) await tx.insert(quizzes).values(added.map((row) => ({ ...row, ...ofPerson })))
  if (changed.length === 0) return
  await tx
    .insert(quizzes)
    .overridingSystemValue()
    .values(changed)
    .onConflictDoUpdate({
      target: quizzes.id,
      set: {
        position: sent('position'),
        title: sent('title'),
        attempts: sent('attempts'),
        shuffle: sent('shuffle'),
        in_journal: sent('in_journal'),
        revision: nextRevision,
        questions: sent('questions'),
        deleted_at: sent('deleted_at'),
      },
    })
}

/** Removes quizzes from their lesson; those that somebody has answered stay with their attempts, out of sight. */
export const removeQuizzes = async (tx: Db, ids: number[]) => {
  if (ids.length === 0) return
  const isAnswered = sql`exists (select 1 from ${quizAttempts} where ${quizAttempts.quiz_id} = ${quizzes.id})`
  await tx.delete(quizzes).where(and(inArray(quizzes.id, ids), sql`not ${isAnswered}`))
  await tx
    .update(quizzes)
    .set({ deleted_at: new Date().toISOString() })
    .where(and(inArray(quizzes.id, ids), isNull(quizzes.deleted_at)))
}

/**
 * Lets one request of a person at a time answer the quizzes of a lesson: the last one that is passed must see the
 * others. Call it in a transaction.
 */
export const lockOwnAttempts = async (tx: Db, lessonId: number, userId: number) => {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('quizzes:' || ${lessonId}::int || ':' || ${userId}::int, 0))`,
  )
}

export const findAttemptByKey = async (db: Db, quizId: number, userId: number, key: string) => {
  const [attempt] = await db
    .select()
    .from(quizAttempts)
    .where(and(eq(quizAttempts.quiz_id, quizId), eq(quizAttempts.user_id, userId), eq(quizAttempts.key, key)))
  return attempt ?? null
}

export const countOwnAttempts = async (db: Db, quizId: number, userId: number) => {
  const [row] = await db
    .select({ count: count() })
    .from(quizAttempts)
    .where(and(eq(quizAttempts.quiz_id, quizId), eq(quizAttempts.user_id, userId)))
  return row?.count ?? 0
}

/** When a person made their attempt of this number; null when there is none. */
export const findAttemptMoment = async (db: Db, quizId: number, userId: number, number: number) => {
  const [attempt] = await db
    .select({ at: quizAttempts.answered_at })
    .from(quizAttempts)
    .where(and(eq(quizAttempts.quiz_id, quizId), eq(quizAttempts.user_id, userId), eq(quizAttempts.number, number)))
  return attempt?.at ?? null
}

export const insertAttempt = async (tx: Db, values: typeof quizAttempts.$inferInsert) => {
  return onlyRow(await tx.insert(quizAttempts).values(values).returning())
}

/** How many of the newest attempts at a quiz are read as a whole: there may be thousands. */
const wholeAttempts = 3

const isWhole = sql`row_number() over (partition by ${quizAttempts.quiz_id} order by ${quizAttempts.number} desc) <= ${wholeAttempts}`

/** A person's attempts at the quizzes of a lesson, the earliest first; old ones have their points alone. */
export const listOwnAttempts = (db: Db, lessonId: number, userId: number): Promise<AttemptRecord[]> =>
  db
    .select({
      ...getTableColumns(quizAttempts),
      answers: sql`case when ${isWhole} then ${quizAttempts.answers} else '{}' end`.mapWith(quizAttempts.answers),
      scores: sql`case when ${isWhole} then ${quizAttempts.scores} else '[]' end`.mapWith(quizAttempts.scores),
    })
    .from(quizAttempts)
    .innerJoin(quizzes, eq(quizzes.id, quizAttempts.quiz_id))
    .where(and(isOf(lessonId), eq(quizAttempts.user_id, userId)))
    .orderBy(asc(quizAttempts.number))

/**
 * The questions of each quiz of a lesson that a person has ever answered. It reads max as many attempts as there are
 * questions, and no answers: there may be thousands, each as long as a text. Only those attempts that an upgrade has
 * left without the column are read with their answers.
 */
export const listAnswered = async (db: Db, lessonId: number, userId: number) => {
  const rows = await db
    .select({
      quiz_id: quizAttempts.quiz_id,
      ids: quizAttempts.newly_answered,
      answers: sql`case when ${quizAttempts.newly_answered} is null then ${quizAttempts.answers} end`.mapWith(
        quizAttempts.answers,
      ),
    })
    .from(quizAttempts)
    .innerJoin(quizzes, eq(quizzes.id, quizAttempts.quiz_id))
    .where(
      and(isOf(lessonId), eq(quizAttempts.user_id, userId), sql`${quizAttempts.newly_answered} is distinct from '{}'`),
    )
  const byQuiz = Map.groupBy(rows, ({ quiz_id }) => quiz_id)
  return new Map(
    [...byQuiz].map(([quizId, attempts]) => [
      quizId,
      new Set(attempts.flatMap(({ ids, answers }) => ids ?? givenIn(answers))),
    ]),
  )
}

/** How many students have answered a quiz, how often, and their best attempts. */
export const countAttempts = async (db: Db, quizId: number) => {
  const { rows } = await db.execute<{ attempts: number; best: { points: number; max_points: number }[] }>(sql`
    select coalesce(sum(attempts), 0)::int as attempts,
      coalesce(json_agg(json_build_object('points', points, 'max_points', max_points)), '[]') as best
    from (
      select distinct on (user_id) points, max_points, count(*) over (partition by user_id) as attempts
      from quiz_attempts where quiz_id = ${quizId}
      order by user_id, points / greatest(max_points, 0.001) desc) as best`)
  return rows[0] ?? { attempts: 0, best: [] }
}

/** How many students were asked each question at their first attempt, and how many got it wrong. */
export const countWrong = async (db: Db, quizId: number) => {
  const { rows } = await db.execute<{ id: number; students: number; wrong: number }>(sql`
    select (score->>'id')::int as id, count(*)::int as students,
      (count(*) filter (where not (score->>'correct')::boolean))::int as wrong
    from quiz_attempts, jsonb_array_elements(scores) as score
    where quiz_id = ${quizId} and number = 1 group by 1`)
  return rows
}
