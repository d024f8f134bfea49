import { type AnyColumn, and, asc, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { CourseFacts } from '#contract/courses/courses.policy.ts'
import type { LessonRequirement } from '#contract/lessons/lessons.schema.ts'
import { type Actor, roleIn } from '#contract/users/users.policy.ts'
import { courseStudents, courses, courseTeachers, sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { prepared } from '#server/db/prepared.ts'
import { found } from '#server/http/refusal.ts'
import { assignments, lessonReads, lessons } from '#server/lessons/lessons.table.ts'
import { isAskedInText } from '#server/quizzes/quizzes.repo.ts'
import { quizzes } from '#server/quizzes/quizzes.table.ts'
import { taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** A deleted course can be restored for 30 days. */
const restorable = gt(courses.deleted_at, sql`now() - interval '30 days'`)

/** Ids of the teachers of a course; joins `courses`. */
export const teacherIds = sql<number[]>`array(
  select course_teachers.user_id from course_teachers where course_teachers.course_id = courses.id)`
/** The number of students of a course; joins `courses`. */
export const studentCount = sql<number>`(
  select count(*)::int from course_students join users on users.id = course_students.user_id
  where course_students.course_id = courses.id and users.active)`
const lessonCount = sql<number>`(
  select count(*)::int from lessons where lessons.course_id = courses.id and lessons.deleted_at is null)`
/** Whether a person takes a course; joins `courses`. */
export const takenBy = (userId: unknown) => sql<boolean>`exists(
  select 1 from course_students where course_students.course_id = courses.id and course_students.user_id = ${userId})`

/** Courses that everybody may read about as programmes. */
export const isAnnounced = and(eq(courses.status, 'published'), courses.announced, isNull(courses.deleted_at))

export type CourseRecord = typeof courses.$inferSelect

/** A course with what the policies need. */
export interface CourseWithFacts extends CourseRecord, CourseFacts {
  student_count: number
}

/** A course that is not deleted, as `actor` sees it. */
export const findCourse = async (db: Db, id: number, actor: Actor): Promise<CourseWithFacts | null> => {
  const statement = prepared(db, 'find_course', (db, name) =>
    db
      .select({
        course: courses,
        teacher_ids: teacherIds,
        student_count: studentCount,
        enrolled: takenBy(sql.placeholder('actor')),
      })
      .from(courses)
      .where(and(eq(courses.id, sql.placeholder('id')), isNull(courses.deleted_at)))
      .prepare(name),
  )
  const [row] = await statement.execute({ id, actor: actor.id })
  return row ? { ...row.course, ...row } : null
}

/** What the policies need, for courses that are not deleted. */
export const listCourseFacts = (db: Db, ids: number[], actorId: number) =>
  db
    .select({
      id: courses.id,
      status: courses.status,
      announced: courses.announced,
      teacher_ids: teacherIds,
      enrolled: takenBy(actorId),
    })
    .from(courses)
    .where(and(inArray(courses.id, ids), isNull(courses.deleted_at)))

/** A deleted course that can still be restored. */
export const findDeletedCourse = async (db: Db, id: number) => {
  const [course] = await db
    .select()
    .from(courses)
    .where(and(eq(courses.id, id), isNotNull(courses.deleted_at), restorable))
  return course ?? null
}

/** Courses of a person: taken by a student, taught by a teacher, all for a curator; newest first. */
export const listCourses = async (db: Db, actor: Actor, { deleted = false } = {}) => {
  const scope = {
    student: and(
      inArray(
        courses.id,
        db.select({ id: courseStudents.course_id }).from(courseStudents).where(eq(courseStudents.user_id, actor.id)),
      ),
      inArray(courses.status, ['published', 'archived']),
    ),
    teacher: inArray(
      courses.id,
      db.select({ id: courseTeachers.course_id }).from(courseTeachers).where(eq(courseTeachers.user_id, actor.id)),
    ),
    curator: undefined,
  }[roleIn(actor, 'courses')]
  return db
    .select({ course: courses, lesson_count: lessonCount, student_count: studentCount })
    .from(courses)
    .where(and(scope, deleted ? and(isNotNull(courses.deleted_at), restorable) : isNull(courses.deleted_at)))
    .orderBy(desc(courses.id))
}

/** The teachers or students of the courses, by name. */
const listMembers =
  (statementName: string, table: typeof courseTeachers | typeof courseStudents, among?: SQL) =>
  async (db: Db, courseIds: number[]) => {
    if (courseIds.length === 0) return []
    const statement = prepared(db, statementName, (db, name) =>
      db
        .select({ course_id: table.course_id, person: personColumns })
        .from(table)
        .innerJoin(users, eq(users.id, table.user_id))
        .where(and(sql`${table.course_id} = any(${sql.placeholder('courses')}::int[])`, eq(users.active, true), among))
        .orderBy(asc(users.surname), asc(users.name), asc(users.id))
        .prepare(name),
    )
    return statement.execute({ courses: courseIds })
  }

export const listTeachers = listMembers('list_teachers', courseTeachers)
/** Teachers whom everybody may read about: nobody who asked to be erased. */
export const listPublicTeachers = listMembers('list_public_teachers', courseTeachers, isNull(users.erase_at))
export const listCourseStudents = listMembers('list_course_students', courseStudents)

/** What must come before a lesson, or null; joins `lessons`. */
export const requirements = sql<LessonRequirement[] | null>`(
  select json_agg(json_build_object('lesson_id', after_id, 'needs', needs) order by after_id)
  from lesson_requirements where lesson_requirements.lesson_id = lessons.id)`

/** A due date with the extension of the joined task, as `deadlinesOf` has it. */
export const extended = (due: SQL | AnyColumn) =>
  sql<string | null>`case when ${tasks.extended_until} > ${due} then ${tasks.extended_until} else ${due} end`

/** Whether a lesson asks a quiz for the journal; joins `lessons`. Reads the texts of those that have one. */
const asksGradedQuiz = sql<boolean>`exists (select from quizzes where ${quizzes.lesson_id} = ${lessons.id}
  and ${quizzes.in_journal} and ${quizzes.deleted_at} is null and ${isAskedInText})`

const outline = (db: Db, hasGradedQuiz: SQL<boolean>) =>
  db
    .select({
      id: lessons.id,
      course_id: lessons.course_id,
      course_status: courses.status,
      name: lessons.name,
      status: lessons.status,
      section_id: lessons.section_id,
      publish_at: lessons.publish_at,
      assignment_id: assignments.id,
      has_graded_quiz: hasGradedQuiz,
      due_at: extended(assignments.due_at).mapWith(assignments.due_at),
      task_id: tasks.id,
      task_status: tasks.status,
      minutes: sql<number>`coalesce(${lessons.minutes}, ${lessons.estimated_minutes})`,
      is_marked_read: sql<boolean>`${lessonReads.user_id} is not null`,
      after: requirements,
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .leftJoin(sections, eq(sections.id, lessons.section_id))
    .leftJoin(assignments, eq(assignments.lesson_id, lessons.id))
    .leftJoin(
      taskStudents,
      and(eq(taskStudents.assignment_id, assignments.id), eq(taskStudents.user_id, sql.placeholder('reader'))),
    )
    .leftJoin(tasks, eq(tasks.id, taskStudents.task_id))
    .leftJoin(
      lessonReads,
      and(eq(lessonReads.lesson_id, lessons.id), eq(lessonReads.user_id, sql.placeholder('reader'))),
    )
    .where(and(sql`${lessons.course_id} = any(${sql.placeholder('courses')}::int[])`, isNull(lessons.deleted_at)))
    // lessons outside sections come first
    .orderBy(sql`${sections.position} nulls first`, asc(sections.id), asc(lessons.position), asc(lessons.id))

/** The lessons of courses in order, with the reader's own task on each; their quizzes are not looked at. */
export const listOutline = (db: Db, courseIds: number[], readerId: number) =>
  prepared(db, 'list_outline', (db, name) => outline(db, sql<boolean>`false`).prepare(name)).execute({
    courses: courseIds,
    reader: readerId,
  })

/** The same of the course on screen, with its quizzes. */
export const listShownOutline = (db: Db, courseId: number, readerId: number) =>
  prepared(db, 'list_shown_outline', (db, name) => outline(db, asksGradedQuiz).prepare(name)).execute({
    courses: [courseId],
    reader: readerId,
  })
export type OutlineRecord = Awaited<ReturnType<typeof outline>>[number]

export const insertCourse = async (db: Db, values: typeof courses.$inferInsert) => {
  return onlyRow(await db.insert(courses).values(values).returning())
}

/** Inserts courses, and returns them in the same order. */
export const insertCourses = async (db: Db, values: (typeof courses.$inferInsert)[]) =>
  values.length === 0 ? [] : db.insert(courses).values(values).returning({ id: courses.id })

export const updateCourse = async (db: Db, id: number, changes: Partial<typeof courses.$inferInsert>) => {
  if (Object.keys(changes).length === 0) return
  await db
    .update(courses)
    .set({ changed_at: sql`now()`, ...changes })
    .where(eq(courses.id, id))
}

/**
 * Locks courses, in the order of their ids, while several of their rows change together. A row that refers to a course
 * may be inserted meanwhile: a verdict, which has locked its task, would otherwise wait for an act that waits for the
 * task.
 */
export const lockCourses = async (db: Db, ids: number[]) => {
  await db
    .select({ id: courses.id })
    .from(courses)
    .where(inArray(courses.id, ids))
    .orderBy(asc(courses.id))
    .for('no key update')
}

/** The same of one course that is in use; 404 when it is deleted, also by an act that had the lock before. */
export const lockCourse = async (db: Db, id: number) => {
  const [course] = await db
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, id), isNull(courses.deleted_at)))
    .for('no key update')
  found(course)
}

/**
 * Holds a course as it is, for many at once: acts that lock it, such as those on its people, wait until the transaction
 * ends. 404 when it is deleted.
 */
export const holdCourse = async (tx: Db, id: number) => {
  const [course] = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, id), isNull(courses.deleted_at)))
    .for('share')
  found(course)
}

/**
 * Replaces the active teachers by `userIds`; returns who was added and who was removed. Deactivated accounts keep their
 * places.
 */
export const setTeachers = async (db: Db, courseId: number, userIds: number[]) => {
  // locked in the order of `holdStaff`
  const { rows: removed } = await db.execute<{ user_id: number }>(sql`
    with gone as (
      select course_id, user_id from course_teachers
      where course_id = ${courseId} and not user_id = any(${sql.param(userIds)}::int[])
        and user_id in (select id from users where active)
      order by user_id for update)
    delete from course_teachers using gone
    where course_teachers.course_id = gone.course_id and course_teachers.user_id = gone.user_id
    returning course_teachers.user_id`)
  const added =
    userIds.length === 0
      ? []
      : await db
          .insert(courseTeachers)
          .values(userIds.map((user_id) => ({ course_id: courseId, user_id })))
          .onConflictDoNothing()
          .returning({ user_id: courseTeachers.user_id })
  return { added: added.map(({ user_id }) => user_id), removed: removed.map(({ user_id }) => user_id) }
}

/** Ids of everybody who takes the course. */
export const listStudentIds = async (db: Db, courseId: number) => {
  const rows = await db
    .select({ user_id: courseStudents.user_id })
    .from(courseStudents)
    .where(eq(courseStudents.course_id, courseId))
  return rows.map(({ user_id }) => user_id)
}

/** The names of courses that are not deleted, by name. */
export const listCourseNames = (db: Db, ids: number[]) =>
  db
    .select({ name: courses.name })
    .from(courses)
    .where(and(inArray(courses.id, ids), isNull(courses.deleted_at)))
    .orderBy(asc(courses.name), asc(courses.id))

/** The name of a course that students can open. */
export const findCourseName = async (db: Db, id: number) => {
  const [course] = await db
    .select({ name: courses.name })
    .from(courses)
    .where(and(eq(courses.id, id), isNull(courses.deleted_at), eq(courses.status, 'published')))
  return course ?? null
}
