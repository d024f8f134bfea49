import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'

/** Writes deleted or restored lessons of a course into the journal of changes. */
export const auditLessons = async (
  tx: Db,
  actor: Actor,
  kind: 'lessons-deleted' | 'lessons-restored',
  courseId: number,
  lessons: number[],
) => {
  if (lessons.length === 0) return
  const object = { kind: 'course' as const, id: courseId }
  const side = kind === 'lessons-deleted' ? 'before' : 'after'
  await addAuditEntry(tx, { actor, kind, object, [side]: { lessons } })
}
