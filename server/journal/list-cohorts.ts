import type { JournalCohort } from '#contract/journal/journal.schema.ts'
import type { Db } from '#server/db/database.ts'
import { loadStudents } from '#server/journal/present-journal.ts'
import { listCohortsOfStudents } from '#server/users/list-people.repo.ts'

/** The classes that students of a course's journal are in, by name; those who left the course count, too. */
export const listJournalCohorts = async (db: Db, courseId: number): Promise<JournalCohort[]> => {
  const students = await loadStudents(db, courseId, null)
  const rows = await listCohortsOfStudents(
    db,
    students.map(({ person }) => person.id),
  )
  const byCohort = Map.groupBy(rows, ({ id }) => id)
  return [...byCohort].map(([id, members]) => ({
    id,
    name: members[0]?.name ?? '',
    student_ids: members.map(({ user_id }) => user_id),
  }))
}
