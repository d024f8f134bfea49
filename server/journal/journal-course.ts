import { canKeepJournal } from '#contract/journal/journal.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findVisibleCourse } from '#server/courses/course-access.ts'
import { holdCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { authorize } from '#server/http/refusal.ts'

/** A course whose journal the actor manages; 403 for its students. */
export const findJournalCourse = async (db: Db, actor: Actor, id: number) => {
  const course = await findVisibleCourse(db, actor, id)
  authorize(canKeepJournal(actor, course))
  return course
}

/**
 * The same, with its people until the end of the transaction: an actor who lost the course while they waited is refused.
 * First hold its periods.
 */
export const holdJournalCourse = async (tx: Db, actor: Actor, id: number) => {
  await holdCourse(tx, id)
  return findJournalCourse(tx, actor, id)
}
