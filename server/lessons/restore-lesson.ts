import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { findLessonToRestore } from '#server/lessons/bin.repo.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'

type Binned = NonNullable<Awaited<ReturnType<typeof findLessonToRestore>>>

/**
 * Restores a lesson from the bin to its place in the course; does nothing to one that is not deleted, and returns false. 409 once its 30
 * days are over. Call it in a transaction.
 */
export const restoreLesson = async (tx: Db, actor: Actor, { lesson, in_bin }: Binned) => {
  const { id, deleted_at, publish_at, status } = lesson
  if (deleted_at === null) return false
  if (!in_bin) {
    throw new Refusal('wrong-state', {
      detail: '30 дней прошли, и урок уже не вернуть. Сданные работы и оценки остались в журнале.',
    })
  }
  await updateLesson(tx, id, { deleted_at: null })
  // a lesson due to open while it was in the bin was announced to nobody; nobody is notified of a lesson twice
  if (status === 'published' && publish_at !== null && publish_at > deleted_at) {
    await addEffect(tx, 'lesson-published', { lesson_id: id, actor_id: actor.id }, publish_at)
  }
  return true
}
