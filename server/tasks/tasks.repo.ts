import { and, asc, count, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Scale } from '#contract/journal/scales.ts'
import type { IdleFacts } from '#contract/tasks/idle.ts'
import type { TaskFacts } from '#contract/tasks/tasks.policy.ts'
import { teacherIds } from '#server/courses/courses.repo.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { prepared } from '#server/db/prepared.ts'
import { found } from '#server/http/refusal.ts'
import type { AssignmentRecord } from '#server/lessons/lessons.repo.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { attempts, type TaskRecord, taskLikes, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { threadEntries } from '#server/threads/threads.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

const studentIds = sql<number[]>`array(
  select task_students.user_id from task_students where task_students.task_id = tasks.id)`

/** The students of a task who now take its course, with an active account. */
const enrolledIds = sql<number[]>`array(
  select task_students.user_id from task_students
  join course_students on course_students.course_id = courses.id and course_students.user_id = task_students.user_id
  join users as members on members.id = task_students.user_id and members.active
  where task_students.task_id = tasks.id)`

/** Joins the assigned reviewer, beside the holder of the lease. */
export const reviewers = alias(users, 'reviewers')

/** The columns of a task with its lesson and course. */
export const taskHead = {
  task: tasks,
  lesson: { id: lessons.id, name: lessons.name },
  course: { id: courses.id, name: courses.name, scale: courses.scale },
  assignment: assignments,
  lease_user: { id: users.id, name: users.name, surname: users.surname },
  reviewer: { id: reviewers.id, name: reviewers.name, surname: reviewers.surname },
}

/** What decides whether a task still needs an act by somebody. */
export const idleColumns = {
  course_status: courses.status,
  lesson_facts: { status: lessons.status, publish_at: lessons.publish_at, deleted_at: lessons.deleted_at },
  enrolled_ids: enrolledIds,
}

/** A task with its lesson and course and what the policies need. */
export interface TaskWithFacts extends TaskFacts, IdleFacts {
  task: TaskRecord
  lesson: { id: number; name: string }
  course: { id: number; name: string; scale: Scale }
  assignment: AssignmentRecord
  lease_user: { id: number; name: string; surname: string } | null
  reviewer: { id: number; name: string; surname: string } | null
}

/** A task of a course that is not deleted; its lesson may be. */
export const findTask = async (db: Db, id: number): Promise<TaskWithFacts | null> => {
  const statement = prepared(db, 'find_task', (db, name) =>
    db
      .select({
        ...taskHead,
        ...idleColumns,
        student_ids: studentIds,
        teacher_ids: teacherIds,
      })
      .from(tasks)
      .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
      .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
      .innerJoin(courses, and(eq(courses.id, lessons.course_id), isNull(courses.deleted_at)))
      .leftJoin(users, eq(users.id, tasks.lease_user_id))
      .leftJoin(reviewers, eq(reviewers.id, tasks.reviewer_id))
      .where(eq(tasks.id, sql.placeholder('id')))
      .prepare(name),
  )
  const [row] = await statement.execute({ id })
  return row ?? null
}

/** What the policies need, for tasks of courses that are not deleted; by their ids, or by those of attempts. */
export const listTaskFacts = (db: Db, by: 'task' | 'attempt', ids: number[]) => {
  const id = by === 'task' ? tasks.id : attempts.id
  const facts = db
    .select({ id, withdrawn_at: attempts.withdrawn_at, student_ids: studentIds, teacher_ids: teacherIds })
    .from(tasks)
    .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
    .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
    .innerJoin(courses, and(eq(courses.id, lessons.course_id), isNull(courses.deleted_at)))
    .leftJoin(attempts, by === 'attempt' ? eq(attempts.task_id, tasks.id) : sql`false`)
  return facts.where(inArray(id, ids))
}

/** The same for thread entries, by their ids. */
export const listEntryFacts = (db: Db, ids: number[]) =>
  db
    .select({ id: threadEntries.id, kind: threadEntries.kind, student_ids: studentIds, teacher_ids: teacherIds })
    .from(threadEntries)
    .innerJoin(tasks, eq(tasks.id, threadEntries.task_id))
    .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
    .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
    .innerJoin(courses, and(eq(courses.id, lessons.course_id), isNull(courses.deleted_at)))
    .where(inArray(threadEntries.id, ids))

/**
 * The task's own row, locked until the end of the transaction: acts on one task run one after another. First lock it,
 * then insert rows that refer to it: an act that deletes the task would otherwise wait for those rows, while their
 * transaction waits for the lock. What needs no lock, such as a like, may still be inserted. 404 when it was deleted
 * meanwhile, as its student joined a team.
 */
export const lockTask = async (db: Db, id: number) => {
  const [task] = await db.select().from(tasks).where(eq(tasks.id, id)).for('no key update')
  return found(task)
}

export const updateTask = async (db: Db, id: number, changes: Partial<typeof tasks.$inferInsert>) => {
  await db.update(tasks).set(changes).where(eq(tasks.id, id))
}

/** The assignment of a task. */
export const findAssignment = async (db: Db, id: number) => {
  return onlyRow(await db.select().from(assignments).where(eq(assignments.id, id)))
}

/** The student's task on an assignment. */
export const findTaskOf = async (db: Db, assignmentId: number, userId: number) => {
  const [row] = await db
    .select({ task_id: taskStudents.task_id })
    .from(taskStudents)
    .where(and(eq(taskStudents.assignment_id, assignmentId), eq(taskStudents.user_id, userId)))
  return row?.task_id ?? null
}

/** The course of an assignment, for the insert of a task. */
export const courseOf = (assignmentId: number) => sql<number>`(
  select lessons.course_id from assignments join lessons on lessons.id = assignments.lesson_id
  where assignments.id = ${assignmentId})`

/**
 * Creates a draft for the student, or finds the one that another request created in the meantime; null when the
 * assignment is gone.
 */
export const insertTask = (db: Db, assignmentId: number, userId: number) =>
  db.transaction(async (tx) => {
    // the row of the assignment serves as the queue: two requests of one student must not both insert
    const held = await tx
      .select({ id: assignments.id })
      .from(assignments)
      .where(eq(assignments.id, assignmentId))
      .for('update')
    if (held.length === 0) return null
    const known = await findTaskOf(tx, assignmentId, userId)
    if (known !== null) return known
    const [task] = await tx
      .insert(tasks)
      .values({ assignment_id: assignmentId, course_id: courseOf(assignmentId) })
      .returning({ id: tasks.id, course_id: tasks.course_id })
    const { id, course_id } = task as { id: number; course_id: number }
    await tx.insert(taskStudents).values({ task_id: id, user_id: userId, assignment_id: assignmentId, course_id })
    return id
  })

/** A student's task in a lesson, even if the lesson was deleted since. */
export const findTaskInLesson = async (db: Db, lessonId: number, userId: number) => {
  const [row] = await db
    .select({ id: taskStudents.task_id })
    .from(taskStudents)
    .innerJoin(assignments, eq(assignments.id, taskStudents.assignment_id))
    .where(and(eq(assignments.lesson_id, lessonId), eq(taskStudents.user_id, userId)))
  return row?.id ?? null
}

/** The students of tasks, by task. */
export const listTaskStudents = async (db: Db, taskIds: number[]) => {
  if (taskIds.length === 0) return []
  const statement = prepared(db, 'list_task_students', (db, name) =>
    db
      .select({ task_id: taskStudents.task_id, person: personColumns })
      .from(taskStudents)
      .innerJoin(users, eq(users.id, taskStudents.user_id))
      .where(sql`${taskStudents.task_id} = any(${sql.placeholder('tasks')}::int[])`)
      .orderBy(asc(users.surname), asc(users.name), asc(users.id))
      .prepare(name),
  )
  return statement.execute({ tasks: taskIds })
}

export const listAttempts = (db: Db, taskId: number) =>
  prepared(db, 'list_attempts', (db, name) =>
    db
      .select()
      .from(attempts)
      .where(eq(attempts.task_id, sql.placeholder('task')))
      .orderBy(asc(attempts.number))
      .prepare(name),
  ).execute({ task: taskId })

/** The latest attempt that was not withdrawn. */
export const findLatestAttempt = async (db: Db, taskId: number) => {
  const [attempt] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.task_id, taskId), isNull(attempts.withdrawn_at)))
    .orderBy(desc(attempts.number))
    .limit(1)
  return attempt ?? null
}

/** Inserts the next attempt; numbers of withdrawn ones are not reused. */
export const insertAttempt = async (
  db: Db,
  taskId: number,
  values: { content: string; link?: string | null; submitted_by: number; at: string },
) => {
  const [last] = await db
    .select({ number: max(attempts.number) })
    .from(attempts)
    .where(eq(attempts.task_id, taskId))
  const rows = await db
    .insert(attempts)
    .values({
      task_id: taskId,
      number: (last?.number ?? 0) + 1,
      content: values.content,
      link: values.link ?? null,
      submitted_by: values.submitted_by,
      submitted_at: values.at,
    })
    .returning()
  return onlyRow(rows)
}

export const markAttempt = async (db: Db, id: number, changes: { withdrawn_at?: string; taken_at?: string }) => {
  await db.update(attempts).set(changes).where(eq(attempts.id, id))
}

export const countLikes = async (db: Db, taskId: number, actorId: number) => {
  const statement = prepared(db, 'count_task_likes', (db, name) =>
    db
      .select({
        count: count(),
        mine: sql<boolean>`coalesce(bool_or(${taskLikes.user_id} = ${sql.placeholder('actor')}), false)`,
      })
      .from(taskLikes)
      .where(eq(taskLikes.task_id, sql.placeholder('task')))
      .prepare(name),
  )
  const [row] = await statement.execute({ task: taskId, actor: actorId })
  return { count: row?.count ?? 0, mine: row?.mine ?? false }
}

/** True when it is new. */
export const insertLike = async (db: Db, taskId: number, userId: number) =>
  (await db.insert(taskLikes).values({ task_id: taskId, user_id: userId }).onConflictDoNothing().returning()).length ===
  1

export const deleteLike = async (db: Db, taskId: number, userId: number) => {
  await db.delete(taskLikes).where(and(eq(taskLikes.task_id, taskId), eq(taskLikes.user_id, userId)))
}

export const hasLike = async (db: Db, taskId: number, userId: number) =>
  (
    await db
      .select()
      .from(taskLikes)
      .where(and(eq(taskLikes.task_id, taskId), eq(taskLikes.user_id, userId)))
  ).length === 1
