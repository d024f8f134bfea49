import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { insertRead } from '#server/lessons/reading.repo.ts'

/**
 * Marks a lesson as read by a person, by whatever they have read it: it may have been the last one of the course. Call
 * it in the transaction of the act.
 */
export const markLessonRead = async (tx: Db, { id, course_id }: { id: number; course_id: number }, userId: number) => {
  if (await insertRead(tx, id, userId)) await addEffect(tx, 'lesson-read', { course_id, user_id: userId })
}
