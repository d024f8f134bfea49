import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { lessonVersions } from '#server/lessons/lesson-versions.table.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** What a version consists of. */
type VersionTexts = Pick<typeof lessonVersions.$inferSelect, 'name' | 'content' | 'assignment_text'>

const texts = {
  name: lessonVersions.name,
  content: lessonVersions.content,
  assignment_text: lessonVersions.assignment_text,
}

/** A lesson as it is, and when it was created. */
export const findTexts = async (tx: Db, lessonId: number) => {
  const [row] = await tx
    .select({
      name: lessons.name,
      content: lessons.content,
      assignment_text: assignments.text,
      assignment_id: assignments.id,
      created_at: lessons.created_at,
    })
    .from(lessons)
    .leftJoin(assignments, eq(assignments.lesson_id, lessons.id))
    .where(eq(lessons.id, lessonId))
  return row ?? null
}

/** The newest version of a lesson. */
export const findNewestVersion = async (tx: Db, lessonId: number): Promise<VersionTexts | null> => {
  const [version] = await tx
    .select(texts)
    .from(lessonVersions)
    .where(eq(lessonVersions.lesson_id, lessonId))
    .orderBy(desc(lessonVersions.id))
    .limit(1)
  return version ?? null
}

/** Adds a version; returns its id. */
export const insertVersion = async (tx: Db, values: typeof lessonVersions.$inferInsert) => {
  const [version] = await tx.insert(lessonVersions).values(values).returning({ id: lessonVersions.id })
  return (version as { id: number }).id
}

/** Deletes all versions of a lesson but the newest ones. */
export const deleteOldVersions = async (tx: Db, lessonId: number, kept: number) => {
  const oldest = tx
    .select({ id: lessonVersions.id })
    .from(lessonVersions)
    .where(eq(lessonVersions.lesson_id, lessonId))
    .orderBy(desc(lessonVersions.id))
    .limit(1)
    .offset(kept - 1)
  await tx
    .delete(lessonVersions)
    .where(and(eq(lessonVersions.lesson_id, lessonId), lt(lessonVersions.id, sql`(${oldest})`)))
}

const facts = { id: lessonVersions.id, created_at: lessonVersions.created_at, person: personColumns }

/** The versions of a lesson, newest first. */
export const listVersions = (db: Db, lessonId: number) =>
  db
    .select(facts)
    .from(lessonVersions)
    .leftJoin(users, eq(users.id, lessonVersions.user_id))
    .where(eq(lessonVersions.lesson_id, lessonId))
    .orderBy(desc(lessonVersions.id))

/** A version of this lesson. */
export const findVersion = async (db: Db, lessonId: number, id: number) => {
  const [version] = await db
    .select({ ...facts, ...texts })
    .from(lessonVersions)
    .leftJoin(users, eq(users.id, lessonVersions.user_id))
    .where(and(eq(lessonVersions.id, id), eq(lessonVersions.lesson_id, lessonId)))
  return version ?? null
}

/** The lessons of versions. */
export const listLessonsOfVersions = (db: Db, ids: number[]) =>
  db
    .select({ id: lessonVersions.id, lesson_id: lessonVersions.lesson_id })
    .from(lessonVersions)
    .where(sql`${lessonVersions.id} = any(${sql.param(ids)}::int[])`)
