import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffects } from '#server/effects/effects.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { listLessonsToRestore } from '#server/lessons/bin.repo.ts'
import { updateLessons } from '#server/lessons/lessons.repo.ts'

type Binned = Awaited<ReturnType<typeof listLessonsToRestore>>[number]

/**
 * Restores lessons from the bin to their places in the course, and returns their ids; does nothing to those that are
 * not deleted. 409 once the 30 days of one are over. Call it in a transaction.
 */
export const restoreLessons = async (tx: Db, actor: Actor, binned: Binned[]) => {
  const deleted = binned.flatMap(({ lesson, in_bin }) =>
    lesson.deleted_at === null ? [] : [{ ...lesson, deleted_at: lesson.deleted_at, in_bin }],
  )
  if (deleted.some(({ in_bin }) => !in_bin)) {
    throw new Refusal('wrong-state', {
      detail: '30 дней прошли, и урок уже не вернуть. Сданные работы и оценки остались в журнале.',
    })
  }
  const ids = deleted.map(({ id }) => id)
  await updateLessons(tx, ids, { deleted_at: null })
  // a lesson due to open while it was in the bin was announced to nobody; nobody is notified of a lesson twice
  const due = deleted.flatMap(({ id, status, publish_at, deleted_at }) =>
    status === 'published' && publish_at !== null && publish_at > deleted_at ? [{ id, publish_at }] : [],
  )
  await addEffects(
    tx,
    'lesson-published',
    due.map(({ id }) => ({ lesson_id: id, actor_id: actor.id })),
    due.map(({ publish_at }) => publish_at),
  )
  return ids
}
