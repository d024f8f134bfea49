import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { inSchoolZone } from '#server/db/in-school-zone.ts'
import { prepared } from '#server/db/prepared.ts'
import { journalCells, scoreChanges } from '#server/journal/journal.table.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { attempts, type TaskRecord, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** The place of a lesson in its course, as in the table of contents; joins `sections` by a left join. */
export const outlinePlace = sql<number[]>`array[
  coalesce(${sections.position}, -2147483647), coalesce(${sections.id}, 0), ${lessons.position}, ${lessons.id}]`

/** The day of a column, in Moscow: when it is due, or else when its lesson opened. */
export const columnDay = (moment: SQL) => sql<string>`to_char((${moment}) ${inSchoolZone}, 'YYYY-MM-DD')`

const assignmentDay = columnDay(sql`coalesce(${assignments.due_at}, ${lessons.publish_at}, ${lessons.created_at})`)

const journalAssignments = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: assignments.id,
      course_id: lessons.course_id,
      lesson: { id: lessons.id, name: lessons.name },
      status: lessons.status,
      publish_at: lessons.publish_at,
      deleted_at: lessons.deleted_at,
      due_at: assignments.due_at,
      closes_at: assignments.closes_at,
      weight: assignments.weight,
      criteria: assignments.criteria,
      day: assignmentDay,
      place: outlinePlace,
    })
    .from(lessons)
    .innerJoin(assignments, eq(assignments.lesson_id, lessons.id))
    .leftJoin(sections, eq(sections.id, lessons.section_id))
    .where(where)
    .orderBy(outlinePlace)

/**
 * The assignments of a course in the order of its lessons, including lessons that students cannot read yet or that are
 * deleted.
 */
export const listJournalAssignments = (db: Db, courseId: number) =>
  prepared(db, 'list_journal_assignments', (db, name) =>
    journalAssignments(db, eq(lessons.course_id, sql.placeholder('course'))).prepare(name),
  ).execute({ course: courseId })

/** The same of several courses. */
export const listAssignmentsOfCourses = (db: Db, courseIds: number[]) =>
  journalAssignments(db, inArray(lessons.course_id, courseIds))
export type JournalAssignmentRecord = Awaited<ReturnType<typeof listJournalAssignments>>[number]

/** The day of the column of an assignment. */
export const findAssignmentDay = async (db: Db, id: number) => {
  const [row] = await db
    .select({ day: assignmentDay })
    .from(assignments)
    .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
    .where(eq(assignments.id, id))
  return row?.day ?? null
}

/** Each student's tasks with their state; `first_submitted_at` is of the first attempt that was not withdrawn. */
const journalTasks = (db: Db, where: SQL | undefined) =>
  db
    .select({
      user_id: taskStudents.user_id,
      course_id: lessons.course_id,
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

/** The tasks of one student in several courses. */
export const listTasksOfStudent = (db: Db, studentId: number, courseIds: number[]) =>
  journalTasks(db, and(eq(taskStudents.user_id, studentId), inArray(lessons.course_id, courseIds)))

/** One task, as it appears in the row of any of its students. */
export const findJournalTask = async (db: Db, taskId: number) => {
  const [task] = await journalTasks(db, eq(tasks.id, taskId)).limit(1)
  return task ?? null
}

const notedCells = (db: Db, where: SQL | undefined) =>
  db
    .select({
      assignment_id: journalCells.assignment_id,
      course_id: lessons.course_id,
      student_id: journalCells.student_id,
      absent: journalCells.absent,
      comment: journalCells.comment,
    })
    .from(journalCells)
    .innerJoin(assignments, eq(assignments.id, journalCells.assignment_id))
    .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
    // a row whose note was taken back says nothing
    .where(and(where, sql`(${journalCells.absent} or ${journalCells.comment} <> '')`))

/** Absences and comments of a course; `studentId` limits them to one student. */
export const listJournalCells = (db: Db, courseId: number, studentId: number | null) =>
  prepared(db, 'list_journal_cells', (db, name) =>
    notedCells(
      db,
      and(
        eq(lessons.course_id, sql.placeholder('course')),
        sql`(${sql.placeholder('student')}::int is null or ${journalCells.student_id} = ${sql.placeholder('student')})`,
      ),
    ).prepare(name),
  ).execute({ course: courseId, student: studentId })

/** The same of one student in several courses. */
export const listCellsOfStudent = (db: Db, studentId: number, courseIds: number[]) =>
  notedCells(db, and(eq(journalCells.student_id, studentId), inArray(lessons.course_id, courseIds)))

export type JournalCellRecord = Awaited<ReturnType<typeof listJournalCells>>[number]

/** The absence and the comment of one cell. */
export const findJournalCell = async (db: Db, assignmentId: number, studentId: number) => {
  const isIt = and(eq(journalCells.assignment_id, assignmentId), eq(journalCells.student_id, studentId))
  const [row] = await db.select().from(journalCells).where(isIt)
  return row
}

/** What changes in absences and comments; null stays as it is. */
export interface NoteChange {
  assignment_id: number
  student_id: number
  absent: boolean | null
  comment: string | null
}

/** Keeps absences and comments; call it with the assignments locked (see `lockAssignments`). */
export const saveJournalCells = async (tx: Db, actorId: number, notes: NoteChange[]) => {
  if (notes.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
    as given (assignment_id int, student_id int, absent boolean, comment text)`
  await tx.execute(sql`
    insert into journal_cells (assignment_id, student_id, user_id, changed_at)
    select assignment_id, student_id, ${actorId}::int, now() from ${given} where absent or comment <> ''
    on conflict do nothing`)
  await tx.execute(sql`
    update journal_cells set absent = coalesce(given.absent, journal_cells.absent),
      comment = coalesce(given.comment, journal_cells.comment), user_id = ${actorId}::int, changed_at = now()
    from ${given}
    where journal_cells.assignment_id = given.assignment_id and journal_cells.student_id = given.student_id`)
}

/** Locks assignments until the end of the transaction: changes of many of their cells run one after another. */
export const lockAssignments = async (tx: Db, ids: number[]) => {
  await tx.execute(sql`
    select id from assignments where id = any(${sql.param(ids)}::int[]) order by id for no key update`)
}

/** A student's task as it is at the moment, locked until the end of the transaction, with all of its students. */
export interface HeldTask {
  assignment_id: number
  student_id: number
  task: TaskRecord
  student_ids: number[]
}

/** Locks the tasks of these students and assignments, in the order of their ids. */
export const lockTasksOf = async (tx: Db, pairs: { assignment_id: number; student_id: number }[]) => {
  const isAsked = sql`(${taskStudents.assignment_id}, ${taskStudents.user_id}) in (
    select assignment_id, student_id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
      as given (assignment_id int, student_id int))`
  const found = await tx
    .select({
      assignment_id: taskStudents.assignment_id,
      student_id: taskStudents.user_id,
      task_id: taskStudents.task_id,
      student_ids: sql<number[]>`array(
        select team.user_id from task_students team where team.task_id = task_students.task_id)`,
    })
    .from(taskStudents)
    .where(isAsked)
  const held = await tx
    .select()
    .from(tasks)
    .where(sql`${tasks.id} = any(${sql.param(found.map(({ task_id }) => task_id))}::int[])`)
    .orderBy(asc(tasks.id))
    .for('no key update')
  const taskOf = new Map(held.map((task) => [task.id, task]))
  return found.flatMap(({ task_id, ...row }): HeldTask[] => {
    const task = taskOf.get(task_id)
    return task ? [{ ...row, task }] : []
  })
}

/** Creates an empty draft for each student who has no task in an assignment; call it with the assignments locked. */
export const insertMissingTasks = async (
  tx: Db,
  courseId: number,
  pairs: { assignment_id: number; student_id: number }[],
) => {
  if (pairs.length === 0) return
  await tx.execute(sql`
    with missing as materialized (
      select given.assignment_id, given.student_id, nextval(pg_get_serial_sequence('tasks', 'id'))::int as task_id
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given (assignment_id int, student_id int)
      where not exists (
        select 1 from task_students
        where task_students.assignment_id = given.assignment_id and task_students.user_id = given.student_id)),
    added as (
      insert into tasks (id, assignment_id, course_id) overriding system value
      select task_id, assignment_id, ${courseId}::int from missing)
    insert into task_students (task_id, user_id, assignment_id, course_id)
    select task_id, student_id, assignment_id, ${courseId}::int from missing`)
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
