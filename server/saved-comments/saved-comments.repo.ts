import { and, count, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { teacherIds } from '#server/courses/courses.repo.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { savedComments } from '#server/saved-comments/saved-comments.table.ts'
import { users } from '#server/users/users.table.ts'

/** A saved comment with its course, unless that was deleted. */
const select = (db: Db) =>
  db
    .select({
      comment: savedComments,
      course: { id: courses.id, name: courses.name },
      teacher_ids: sql<number[] | null>`case when courses.id is not null then ${teacherIds} end`,
    })
    .from(savedComments)
    .leftJoin(courses, eq(courses.id, savedComments.course_id))
    .$dynamic()
export type SavedCommentRow = Awaited<ReturnType<typeof select>>[number]

/** A personal comment, or one of a course that is not deleted. */
const isThere = or(isNull(savedComments.course_id), isNull(courses.deleted_at))

/** The user's own comments and those of their courses, or of `courseId` alone beside their own; most used first. */
export const listSavedComments = (db: Db, actor: Actor, courseId: number | undefined) =>
  select(db)
    .where(
      and(
        isThere,
        or(
          and(isNull(savedComments.course_id), eq(savedComments.user_id, actor.id)),
          and(
            isNotNull(savedComments.course_id),
            courseId === undefined ? undefined : eq(savedComments.course_id, courseId),
            curates(actor, 'courses')
              ? undefined
              : sql`exists(select 1 from course_teachers
                  where course_teachers.course_id = courses.id and course_teachers.user_id = ${actor.id})`,
          ),
        ),
      ),
    )
    .orderBy(desc(savedComments.uses), desc(savedComments.id))

export const findSavedComment = async (db: Db, id: number) => {
  const [row] = await select(db).where(and(eq(savedComments.id, id), isThere))
  return row ?? null
}

/** Locks a comment and returns its text now; null when it is gone. */
export const lockSavedComment = async (tx: Db, id: number) => {
  const [row] = await tx
    .select({ text: savedComments.text })
    .from(savedComments)
    .where(eq(savedComments.id, id))
    .for('no key update')
  return row ?? null
}

/** Locks the owner of comments, so that simultaneous saves are counted one after another. */
export const lockOwner = async (tx: Db, owner: { user_id: number; course_id: number | null }) => {
  await (owner.course_id === null
    ? tx.select({ id: users.id }).from(users).where(eq(users.id, owner.user_id)).for('no key update')
    : tx.select({ id: courses.id }).from(courses).where(eq(courses.id, owner.course_id)).for('no key update'))
}

/** How many comments a course, or a person, has. */
export const countSavedComments = async (
  db: Db,
  { user_id, course_id }: { user_id: number; course_id: number | null },
) => {
  const [row] = await db
    .select({ count: count() })
    .from(savedComments)
    .where(
      course_id === null
        ? and(eq(savedComments.user_id, user_id), isNull(savedComments.course_id))
        : eq(savedComments.course_id, course_id),
    )
  return row?.count ?? 0
}

export const insertSavedComment = async (db: Db, values: typeof savedComments.$inferInsert) => {
  const [row] = await db.insert(savedComments).values(values).returning({ id: savedComments.id })
  return (row as { id: number }).id
}

export const updateSavedComment = async (
  db: Db,
  id: number,
  changes: { text: string; course_id: number | null; user_id: number },
) => {
  await db.update(savedComments).set(changes).where(eq(savedComments.id, id))
}

export const deleteSavedComment = async (db: Db, id: number) => {
  await db.delete(savedComments).where(eq(savedComments.id, id))
}

export const countUse = async (db: Db, id: number) => {
  await db
    .update(savedComments)
    .set({ uses: sql`${savedComments.uses} + 1` })
    .where(eq(savedComments.id, id))
}
