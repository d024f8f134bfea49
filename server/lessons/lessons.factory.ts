import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import type { AssignmentRecord, LessonRecord } from '#server/lessons/lessons.repo.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'

/** Adds a lesson for tests and the demo school; published by default. */
export const buildLesson = async (
  db: Db,
  values: { course_id: number } & Partial<typeof lessons.$inferInsert>,
): Promise<LessonRecord> => {
  const rows = await db
    .insert(lessons)
    .values({ name: 'Сетка для лонгрида', content: '<p>Считаем шаг.</p>', status: 'published', position: 1, ...values })
    .returning()
  return onlyRow(rows)
}

/** Adds an assignment to a lesson. */
export const buildAssignment = async (
  db: Db,
  values: { lesson_id: number } & Partial<typeof assignments.$inferInsert>,
): Promise<AssignmentRecord> => {
  const rows = await db
    .insert(assignments)
    .values({ text: '<p>Сверстайте лонгрид.</p>', ...values })
    .returning()
  return onlyRow(rows)
}
