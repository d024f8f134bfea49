import { eq, sql } from 'drizzle-orm'
import type { CohortCell } from '#contract/cohorts/cohorts.schema.ts'
import { lastVisits } from '#server/auth/auth.table.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/users/users.table.ts'

/** How far a student is in one course. */
interface ProgressRow extends CohortCell, Record<string, unknown> {
  user_id: number
}

/**
 * How far these students are in these courses: one row for each two of them with something to read. The rules are those
 * of a student's own progress (`progressOf` in `present-course.ts`); overdue is what waits for the student past its due
 * date, and was not marked without a hand-in, nor was the student absent.
 */
export const listProgress = async (db: Db, userIds: number[], courseIds: number[], now: string) => {
  const { rows } = await db.execute<ProgressRow>(sql`
    select people.id as user_id, lessons.course_id,
      count(*) filter (where tasks.status = 'accepted')::int as accepted,
      count(*) filter (where assignments.id is not null and tasks.status is distinct from 'excused')::int as total,
      count(*) filter (where lesson_reads.user_id is not null or tasks.status <> 'draft')::int as read,
      count(*)::int as lessons,
      count(*) filter (where courses.status = 'published' and assignments.due_at < ${now}::timestamptz
        and not exists (select 1 from journal_cells where journal_cells.assignment_id = assignments.id
          and journal_cells.student_id = people.id and journal_cells.absent)
        and coalesce(tasks.extended_until < ${now}::timestamptz, true)
        and (tasks.id is null or tasks.status = 'returned' or (tasks.status = 'draft' and tasks.score is null)))::int as overdue
    from unnest(${sql.param(userIds)}::int[]) as people (id)
    cross join lessons
    join courses on courses.id = lessons.course_id
    left join assignments on assignments.lesson_id = lessons.id
    left join task_students on task_students.assignment_id = assignments.id and task_students.user_id = people.id
    left join tasks on tasks.id = task_students.task_id
    left join lesson_reads on lesson_reads.lesson_id = lessons.id and lesson_reads.user_id = people.id
    where lessons.course_id = any(${sql.param(courseIds)}::int[]) and lessons.deleted_at is null
      and lessons.status = 'published' and coalesce(lessons.publish_at <= ${now}::timestamptz, true)
    group by people.id, lessons.course_id`)
  return rows
}

/** What the leaders of a class see of its students: the address, the last visit, and when the account was opened. */
export const listContacts = (db: Db, userIds: number[]) =>
  db
    .select({ id: users.id, email: users.email, created_at: users.created_at, visited_at: lastVisits.at })
    .from(users)
    .leftJoin(lastVisits, eq(lastVisits.user_id, users.id))
    .where(sql`${users.id} = any(${sql.param(userIds)}::int[])`)
