import { and, asc, count, eq, isNull, ne, notExists, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { assignments } from '#server/lessons/lessons.table.ts'
import { attempts, type TaskRecord, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { threadEntries } from '#server/threads/threads.table.ts'

const members = sql<number>`(select count(*)::int from task_students where task_students.task_id = tasks.id)`

/** Whether somebody of a team still takes the course; joins `tasks`. */
const hasStudent = sql`exists (
  select 1 from task_students
  join course_students on course_students.course_id = task_students.course_id
    and course_students.user_id = task_students.user_id
  join users on users.id = task_students.user_id and users.active
  where task_students.task_id = tasks.id)`

/**
 * Tasks of an assignment that can be joined: begun, never handed in, without a mark, with a free place, of somebody who
 * still takes the course; not those of `userId`.
 */
export const listOpenTeams = (db: Db, assignmentId: number, userId: number) =>
  db
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
    .where(
      and(
        eq(tasks.assignment_id, assignmentId),
        eq(tasks.status, 'draft'),
        isNull(tasks.attempt),
        isNull(tasks.score),
        hasStudent,
        sql`${members} < ${assignments.team_size}`,
        notExists(
          db
            .select({ one: sql`1` })
            .from(taskStudents)
            .where(and(eq(taskStudents.task_id, tasks.id), eq(taskStudents.user_id, userId))),
        ),
      ),
    )
    .orderBy(asc(tasks.id))

/** The assignment of tasks, locked until the transaction ends: its teams and its rules change one after another. */
export const lockAssignment = async (tx: Db, id: number) => {
  const [assignment] = await tx.select().from(assignments).where(eq(assignments.id, id)).for('update')
  return assignment ?? null
}

/** Whether a task was ever handed in, even if it was taken back. */
export const hasAttempts = async (db: Db, taskId: number) =>
  (await db.select({ id: attempts.id }).from(attempts).where(eq(attempts.task_id, taskId)).limit(1)).length === 1

/** Whether somebody of a team still takes its course. */
export const isTeam = async (db: Db, taskId: number) =>
  (
    await db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(eq(tasks.id, taskId), hasStudent))
  ).length === 1

export const countMembers = async (db: Db, taskId: number) => {
  const [row] = await db.select({ members: count() }).from(taskStudents).where(eq(taskStudents.task_id, taskId))
  return row?.members ?? 0
}

/** How many students the largest team of an assignment has. */
export const largestTeam = async (db: Db, assignmentId: number) => {
  const [row] = await db
    .select({ members: count() })
    .from(taskStudents)
    .where(eq(taskStudents.assignment_id, assignmentId))
    .groupBy(taskStudents.task_id)
    .orderBy(sql`count(*) desc`)
    .limit(1)
  return row?.members ?? 0
}

export const insertMember = async (
  db: Db,
  task: Pick<TaskRecord, 'id' | 'assignment_id' | 'course_id'>,
  userId: number,
) => {
  await db
    .insert(taskStudents)
    .values({ task_id: task.id, user_id: userId, assignment_id: task.assignment_id, course_id: task.course_id })
}

export const deleteMember = async (db: Db, taskId: number, userId: number) => {
  await db.delete(taskStudents).where(and(eq(taskStudents.task_id, taskId), eq(taskStudents.user_id, userId)))
}

/** Deletes a task without students. One with entries in its thread stays for the staff of its course. */
export const deleteLeftTask = async (db: Db, taskId: number) => {
  const thread = db
    .select({ id: threadEntries.task_id })
    .from(threadEntries)
    .where(and(eq(threadEntries.task_id, taskId), ne(threadEntries.kind, 'joined'), ne(threadEntries.kind, 'left')))
  await db.delete(tasks).where(and(eq(tasks.id, taskId), notExists(thread)))
}
