import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

interface Filled {
  course_id: number
  assignment_id: number
  student_id: number
  /** Another student, with a cell of the assignment. */
  absent_id: number
  teacher_id: number
}

/** Inserts a row into every table of a course's journal: columns with marks, periods with locks and totals, cells. */
export const fillJournal = async (db: Db, { course_id, assignment_id, student_id, absent_id, teacher_id }: Filled) => {
  await db.execute(sql`
    insert into journal_columns (id, course_id, name, held_on) values (900000, ${course_id}, 'Ответ', '2026-09-02')`)
  await db.execute(sql`
    insert into journal_marks (column_id, student_id, user_id, changed_at) values (900000, ${student_id}, ${teacher_id}, now())`)
  await db.execute(sql`
    insert into periods (id, kind, name, from_day, to_day) overriding system value values
      (1, 'term', 'Четверть', '2026-09-01', '2026-09-30'), (2, 'term', 'Ещё одна', '2026-10-01', '2026-10-31')`)
  await db.execute(sql`
    insert into period_locks (course_id, period_id, user_id, locked_at) values (${course_id}, 2, ${teacher_id}, now())`)
  await db.execute(sql`
    insert into journal_totals (course_id, period_id, student_id, score, user_id, changed_at)
    values (${course_id}, 1, ${student_id}, 80, ${teacher_id}, now())`)
  await db.execute(sql`
    insert into journal_cells (assignment_id, student_id, user_id, changed_at)
    values (${assignment_id}, ${absent_id}, ${teacher_id}, now())`)
}
