import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { scoreChanges } from '#server/journal/journal.table.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { attempts, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { personColumns } from '#server/users/present-person.ts'
import { users } from '#server/users/users.table.ts'

/** Where a lesson stands in its course, as in the table of contents; joins `sections` by a left join. */
export const outlinePlace = sql<number[]>`array[
  coalesce(${sections.position}, -2147483647), coalesce(${sections.id}, 0), ${lessons.position}, ${lessons.id}]`

/**
 * The assignments of a course in the order of its lessons, including lessons that students cannot read yet or that are
 * deleted.
 */
export const listJournalAssignments = (db: Db, courseId: number) =>
  prepared(db, 'list_journal_assignments', (db, name) =>
    db
      .select({
        id: assignments.id,
        lesson: { id: lessons.id, name: lessons.name },
        status: lessons.status,
        publish_at: lessons.publish_at,
        deleted_at: lessons.deleted_at,
        due_at: assignments.due_at,
        closes_at: assignments.closes_at,
        weight: assignments.weight,
        criteria: assignments.criteria,
        place: outlinePlace,
      })
      .from(lessons)
      .innerJoin(assignments, eq(assignments.lesson_id, lessons.id))
      .leftJoin(sections, eq(sections.id, lessons.section_id))
      .where(eq(lessons.course_id, sql.placeholder('course')))
      .orderBy(outlinePlace)
      .prepare(name),
  ).execute({ course: courseId })
export type JournalAssignmentRecord = Awaited<ReturnType<typeof listJournalAssignments>>[number]

/** Each student's tasks with their state; `first_submitted_at` is of the first attempt that was not withdrawn. */
const journalTasks = (db: Db, where: SQL | undefined) =>
  db
    .select({
      user_id: taskStudents.user_id,
      assignment_id: tasks.assignment_id,
      task_id: tasks.id,
      status: tasks.status,
      score: tasks.score,
      attempt: tasks.attempt,
      submitted_at: tasks.submitted_at,
      extended_until: tasks.extended_until,
      first_submitted_at: sql<string | null>`case when ${tasks.attempt} > 1 then (
        select min(${attempts.submitted_at}) from ${attempts}
        where ${attempts.task_id} = ${tasks.id} and ${attempts.withdrawn_at} is null)
        else ${tasks.submitted_at} end`.mapWith(tasks.submitted_at),
      changes: sql<number>`(
        select count(*)::int from ${scoreChanges} where ${scoreChanges.task_id} = ${tasks.id})`,
    })
    .from(tasks)
    .innerJoin(taskStudents, eq(taskStudents.task_id, tasks.id))
    .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
    .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
    .where(where)

/** The tasks of everybody who takes or took a course; `studentId` limits them to one student. */
export const listJournalTasks = (db: Db, courseId: number, studentId: number | null) =>
  prepared(db, 'list_journal_tasks', (db, name) =>
    journalTasks(
      db,
      and(
        eq(lessons.course_id, sql.placeholder('course')),
        sql`(${sql.placeholder('student')}::int is null or ${taskStudents.user_id} = ${sql.placeholder('student')})`,
      ),
    ).prepare(name),
  ).execute({ course: courseId, student: studentId })
export type JournalTask = Awaited<ReturnType<typeof listJournalTasks>>[number]

/** One task, as it appears in the row of any of its students. */
export const findJournalTask = async (db: Db, taskId: number) => {
  const [task] = await journalTasks(db, eq(tasks.id, taskId)).limit(1)
  return task ?? null
}

/** Sets the weights of assignments. */
export const setWeights = async (db: Db, weights: { assignment_id: number; weight: number }[]) => {
  await db.execute(sql`
    update ${assignments} set weight = given.weight
    from jsonb_to_recordset(${JSON.stringify(weights)}::jsonb) as given (assignment_id int, weight float8)
    where ${assignments.id} = given.assignment_id`)
}

export const insertScoreChange = async (db: Db, values: typeof scoreChanges.$inferInsert) => {
  await db.insert(scoreChanges).values(values)
}

/** Changes of a score by hand, newest first. */
export const listScoreChanges = (db: Db, taskId: number) =>
  db
    .select({ change: scoreChanges, person: personColumns })
    .from(scoreChanges)
    .innerJoin(users, eq(users.id, scoreChanges.user_id))
    .where(eq(scoreChanges.task_id, taskId))
    .orderBy(desc(scoreChanges.id))
