import { and, eq, sql } from 'drizzle-orm'
import type { LessonRequirement } from '#contract/lessons/lessons.schema.ts'
import type { Db } from '#server/db/database.ts'
import { lessonReads, lessonRequirements } from '#server/lessons/lessons.table.ts'

/** Marks a lesson as read by a person; returns false when it was. */
export const insertRead = async (db: Db, lessonId: number, userId: number) => {
  const added = await db
    .insert(lessonReads)
    .values({ lesson_id: lessonId, user_id: userId })
    .onConflictDoNothing()
    .returning({ lesson_id: lessonReads.lesson_id })
  return added.length > 0
}

export const deleteRead = async (db: Db, lessonId: number, userId: number) => {
  await db.delete(lessonReads).where(and(eq(lessonReads.lesson_id, lessonId), eq(lessonReads.user_id, userId)))
}

/** Replaces what must come before a lesson. */
export const setRequirements = async (tx: Db, lessonId: number, after: LessonRequirement[]) => {
  await tx.delete(lessonRequirements).where(eq(lessonRequirements.lesson_id, lessonId))
  if (after.length === 0) return
  const rows = after.map(({ lesson_id, needs }) => ({ lesson_id: lessonId, after_id: lesson_id, needs }))
  await tx.insert(lessonRequirements).values(rows)
}

/** Whether `lessonId` comes, directly or by others, before one of `ids`: as its own requirement it would never open. */
export const comesBefore = async (tx: Db, lessonId: number, ids: number[]) => {
  const { rows } = await tx.execute(sql`
    with recursive before(id) as (
      select unnest(${sql.param(ids)}::int[])
      union
      select lesson_requirements.after_id from lesson_requirements join before on before.id = lesson_requirements.lesson_id)
    select 1 from before where id = ${lessonId} limit 1`)
  return rows.length > 0
}
