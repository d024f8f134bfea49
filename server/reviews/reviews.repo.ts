import { and, asc, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { prepared } from '#server/db/prepared.ts'
import { projects } from '#server/projects/projects.table.ts'
import { type RemarkRecord, type ReviewRecord, remarks, reviewRemarks, reviews } from '#server/reviews/reviews.table.ts'
import { attempts } from '#server/tasks/tasks.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** Verdicts in force on the attempts of a task, with their authors. */
export const listReviews = (db: Db, taskId: number) =>
  prepared(db, 'list_reviews', (db, name) =>
    db
      .select({ review: reviews, person: personColumns })
      .from(reviews)
      .innerJoin(attempts, eq(attempts.id, reviews.attempt_id))
      .innerJoin(users, eq(users.id, reviews.user_id))
      .where(and(eq(attempts.task_id, sql.placeholder('task')), isNull(reviews.revoked_at)))
      .orderBy(asc(reviews.id))
      .prepare(name),
  ).execute({ task: taskId })

/** The state of remarks after each verdict in force, in its order. */
export const listReviewRemarks = (db: Db, taskId: number) =>
  prepared(db, 'list_review_remarks', (db, name) =>
    db
      .select({ review_id: reviewRemarks.review_id, done: reviewRemarks.done, remark: remarks })
      .from(reviewRemarks)
      .innerJoin(remarks, eq(remarks.id, reviewRemarks.remark_id))
      .where(eq(remarks.task_id, sql.placeholder('task')))
      .orderBy(asc(reviewRemarks.review_id), asc(reviewRemarks.position))
      .prepare(name),
  ).execute({ task: taskId })

export const insertReview = async (db: Db, values: Omit<typeof reviews.$inferInsert, 'course_id'>) => {
  const course_id = sql<number>`(
    select lessons.course_id from attempts
    join tasks on tasks.id = attempts.task_id
    join assignments on assignments.id = tasks.assignment_id
    join lessons on lessons.id = assignments.lesson_id
    where attempts.id = ${values.attempt_id})`
  const rows = await db
    .insert(reviews)
    .values({ ...values, course_id })
    .returning()
  return onlyRow(rows)
}

/** A remark as a verdict leaves it; a new one has no id. */
export interface KeptRemark extends Pick<typeof remarks.$inferInsert, 'text' | 'anchor'> {
  id?: number | undefined
  done: boolean
}

/** Inserts the remarks of a verdict, new ones and those that continue. */
export const insertRemarks = async (
  db: Db,
  review: { id: number; task_id: number; attempt: number },
  kept: KeptRemark[],
) => {
  if (kept.length === 0) return
  const fresh = kept.filter(({ id }) => id === undefined)
  const rows =
    fresh.length === 0
      ? []
      : await db
          .insert(remarks)
          .values(
            fresh.map(({ text, anchor = null }) => ({
              task_id: review.task_id,
              review_id: review.id,
              attempt: review.attempt,
              text,
              anchor,
            })),
          )
          .returning({ id: remarks.id })
  const ids = rows.map(({ id }) => id)
  await db.insert(reviewRemarks).values(
    kept.map(({ id, done }, position) => ({
      review_id: review.id,
      remark_id: id ?? (ids.shift() as number),
      position,
      done,
    })),
  )
}

/** Filters remarks to those of the task. */
export const listRemarksOf = async (db: Db, taskId: number, ids: number[]): Promise<RemarkRecord[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(remarks)
        .where(and(eq(remarks.task_id, taskId), inArray(remarks.id, ids)))

/** The verdict in force on the latest attempt that has one. */
export const findLatestReview = async (db: Db, taskId: number) => {
  const [row] = await db
    .select({ review: reviews, attempt: attempts.number })
    .from(reviews)
    .innerJoin(attempts, eq(attempts.id, reviews.attempt_id))
    .where(and(eq(attempts.task_id, taskId), isNull(reviews.revoked_at)))
    .orderBy(desc(attempts.number), desc(reviews.id))
    .limit(1)
  return row ?? null
}

export const findReview = async (db: Db, id: number) => {
  const [review] = await db.select().from(reviews).where(eq(reviews.id, id))
  return review ?? null
}

/** The attempt of a verdict. */
export const findAttemptOfReview = async (db: Db, { attempt_id }: Pick<ReviewRecord, 'attempt_id'>) => {
  const rows = await db
    .select({ task_id: attempts.task_id, number: attempts.number })
    .from(attempts)
    .where(eq(attempts.id, attempt_id))
  return onlyRow(rows)
}

/** The open remarks of a verdict, in its order. */
export const listOpenRemarksOf = async (db: Db, reviewId: number) =>
  (
    await db
      .select({ remark: remarks })
      .from(reviewRemarks)
      .innerJoin(remarks, eq(remarks.id, reviewRemarks.remark_id))
      .where(and(eq(reviewRemarks.review_id, reviewId), eq(reviewRemarks.done, false)))
      .orderBy(asc(reviewRemarks.position))
  ).map(({ remark }) => remark)

/** The open remarks of the latest verdict in force. */
export const listOpenRemarks = async (db: Db, taskId: number) => {
  const latest = await findLatestReview(db, taskId)
  return latest ? listOpenRemarksOf(db, latest.review.id) : []
}

/** Updates a student's answer to a remark. */
export const updateRemark = async (db: Db, id: number, changes: { fixed?: boolean; answer?: string }) => {
  if (Object.keys(changes).length > 0) await db.update(remarks).set(changes).where(eq(remarks.id, id))
}

/** Marks remarks that the verdict found unfixed, whatever students said; their answers stay. */
export const unfixRemarks = async (db: Db, ids: number[]) => {
  if (ids.length > 0) await db.update(remarks).set({ fixed: false }).where(inArray(remarks.id, ids))
}

/** Restores the students' marks of these remarks as fixed. */
export const refixRemarks = async (db: Db, ids: number[]) => {
  if (ids.length > 0) await db.update(remarks).set({ fixed: true }).where(inArray(remarks.id, ids))
}

/** Deletes a verdict, with the remarks it introduced. */
export const deleteReview = async (db: Db, id: number) => {
  await db.delete(reviews).where(eq(reviews.id, id))
}

/** Whether a student has made a project from the task since that moment. */
export const hasProjectSince = async (db: Db, taskId: number, moment: string) =>
  (
    await db
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.task_id, taskId), gte(projects.created_at, moment)))
      .limit(1)
  ).length > 0

/** Moves the verdicts on an attempt to history. */
export const revokeReviews = async (db: Db, attemptId: number, at: string) => {
  await db
    .update(reviews)
    .set({ revoked_at: at })
    .where(and(eq(reviews.attempt_id, attemptId), isNull(reviews.revoked_at)))
}
