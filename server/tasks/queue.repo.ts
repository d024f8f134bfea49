import { and, asc, count, eq, inArray, isNotNull, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { type TaskAsk, taskPageSize } from '#contract/tasks/tasks.schema.ts'
import { type Actor, roleIn } from '#contract/users/users.policy.ts'
import { courses, courseTeachers } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { planned } from '#server/db/prepared.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { mayAsk, waitingStates } from '#server/tasks/idle-tasks.repo.ts'
import { countNamedTasks, isNamed, type NamedFilter, pageOfNamedTasks } from '#server/tasks/named-tasks.repo.ts'
import { countSchoolTasks, type TaskCount } from '#server/tasks/task-counts.repo.ts'
import { idleColumns, reviewers, taskHead } from '#server/tasks/tasks.repo.ts'
import { taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { users } from '#server/users/users.table.ts'

export interface TaskFilter {
  status?: TaskStatus | undefined
  asks?: TaskAsk | undefined
  course_id?: number | undefined
  lesson_id?: number | undefined
  student_id?: number | undefined
  /** `me`: assigned to the actor; `nobody`: unassigned. */
  reviewer?: 'me' | 'nobody' | undefined
  search?: string | undefined
}

/**
 * Whether a task is of the actor's courses, and of the course and lesson of the filter. Courses are a few hundred where
 * tasks are many thousands. Tasks of a deleted lesson stay with their student and the staff.
 */
const ofCourses = (
  db: Db,
  actor: Actor,
  { course_id, lesson_id }: TaskFilter,
  column: SQLWrapper = tasks.course_id,
) => {
  const deleted = db.select({ id: courses.id }).from(courses).where(isNotNull(courses.deleted_at))
  const taught = db
    .select({ id: courseTeachers.course_id })
    .from(courseTeachers)
    .where(eq(courseTeachers.user_id, actor.id))
  const ofLesson = db
    .select({ id: assignments.id })
    .from(assignments)
    .where(eq(assignments.lesson_id, lesson_id ?? 0))
  // arrays, so that each of the few courses has its range of an index
  return and(
    sql`${column} not in ${deleted}`,
    roleIn(actor, 'courses') === 'teacher' ? sql`${column} = any(array(${taught}))` : undefined,
    course_id === undefined ? undefined : sql`${column} = ${course_id}`,
    lesson_id === undefined ? undefined : sql`${tasks.assignment_id} = any(array(${ofLesson}))`,
  )
}

/** Tasks of one student. */
const writtenBy = (db: Db, userId: number): SQL => {
  const written = db.select({ id: taskStudents.task_id }).from(taskStudents).where(eq(taskStudents.user_id, userId))
  return sql`${tasks.id} in ${written}`
}

/** Tasks whose students wait for an answer, or for more time. */
const asking = { question: isNotNull(tasks.question_at), extension: isNotNull(tasks.extension_asked) }

const askingTasks = sql`select asking.id from tasks as asking
  where asking.question_at is not null or asking.extension_asked is not null`

/** What staff see in a list: handed-in tasks. A draft is listed only for what its student asks. */
const handedIn = (actor: Actor) => (actor.role === 'student' ? undefined : ne(tasks.status, 'draft'))

const ofReviewer = (actor: Actor, reviewer: TaskFilter['reviewer']) => {
  if (reviewer === 'me') return eq(tasks.reviewer_id, actor.id)
  return reviewer && isNull(tasks.reviewer_id)
}

/** The filter without the tabs of the queue: state, and question or extension. Students see their own. */
const filtered = (db: Db, actor: Actor, filter: TaskFilter) => {
  const { student_id, reviewer, search } = filter
  return and(
    actor.role === 'student' ? writtenBy(db, actor.id) : undefined,
    student_id === undefined ? undefined : writtenBy(db, student_id),
    ofReviewer(actor, reviewer),
    search?.trim() ? isNamed(search.trim()) : undefined,
  )
}

/** The columns of a row in the queue: without the texts, which can be long. */
const rowColumns = {
  ...taskHead,
  task: {
    id: tasks.id,
    status: tasks.status,
    score: tasks.score,
    attempt: tasks.attempt,
    submitted_at: tasks.submitted_at,
    review_revision: tasks.review_revision,
    extended_until: tasks.extended_until,
    extension_asked: tasks.extension_asked,
    question_at: tasks.question_at,
    lease_since: tasks.lease_since,
    lease_expires_at: tasks.lease_expires_at,
  },
  assignment: { due_at: assignments.due_at, closes_at: assignments.closes_at, criteria: assignments.criteria },
  ...idleColumns,
}

/** Oldest hand-in first, drafts last; oldest question first; the earliest requested moment first. */
const orderOf = ({ asks }: TaskFilter) => [
  asks === 'question'
    ? asc(tasks.question_at)
    : asks === 'extension'
      ? asc(tasks.extension_asked)
      : sql`${tasks.submitted_at} asc nulls last`,
  asc(tasks.id),
]

/** Whether the actor asks about the tasks of the whole school, most of which a list and its counts would read. */
const isOfSchool = (actor: Actor, { course_id, lesson_id, student_id, reviewer, search }: TaskFilter) =>
  roleIn(actor, 'courses') === 'curator' &&
  [course_id, lesson_id, student_id, reviewer, search?.trim() || undefined].every((value) => value === undefined)

/**
 * What `named-tasks.repo.ts` finds: what staff see of the tasks with a name, of one course or all; undefined for other
 * lists.
 */
const namedFilter = (db: Db, actor: Actor, filter: TaskFilter): NamedFilter | undefined => {
  const search = filter.search?.trim()
  const others = [filter.lesson_id, filter.student_id]
  if (!search || actor.role === 'student' || others.some((value) => value !== undefined)) return undefined
  return {
    search,
    status: filter.status,
    courses: ofCourses(db, actor, filter, sql.raw('course_id')),
    ofReviewer: ofReviewer(actor, filter.reviewer),
  }
}

/** Pages after this one are far along their index, where each task before them is asked about. */
const nearPages = 3

/** A query of the ids of a page. */
const pageOf = (db: Db, actor: Actor, filter: TaskFilter, page: number): SQLWrapper => {
  const { asks, status } = filter
  const range = { limit: taskPageSize, offset: (page - 1) * taskPageSize }
  const named = asks ? undefined : namedFilter(db, actor, filter)
  if (named) return pageOfNamedTasks(named, range)
  const isFar = isOfSchool(actor, filter) && (asks !== undefined || page > nearPages)
  // what a name finds is not found in the order of the list
  const near = filter.search?.trim() ? undefined : 'page'
  const asked = isFar ? { states: status && [status], among: asks && askingTasks } : near
  return db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        filtered(db, actor, filter),
        asks ? asking[asks] : handedIn(actor),
        status ? eq(tasks.status, status) : undefined,
        asks || (status && waitingStates.includes(status)) ? mayAsk(actor, asked) : undefined,
        ofCourses(db, actor, filter),
      ),
    )
    .orderBy(...orderOf(filter))
    .limit(range.limit)
    .offset(range.offset)
}

/** A page of the queue. */
export const listTasks = (db: Db, actor: Actor, filter: TaskFilter, page: number) => {
  // the thirty rows are found in one narrow table first; only these are joined with the rest
  const found = pageOf(db, actor, filter, page)
  return planned(
    db
      .select(rowColumns)
      .from(tasks)
      .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
      .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
      .innerJoin(courses, eq(courses.id, lessons.course_id))
      .leftJoin(users, eq(users.id, tasks.lease_user_id))
      .leftJoin(reviewers, eq(reviewers.id, tasks.reviewer_id))
      .where(sql`${tasks.id} = any(array(${found}))`)
      .orderBy(...orderOf(filter)),
  )
}
export type TaskListRecord = Awaited<ReturnType<typeof listTasks>>[number]

/** The number of tasks in each state under the other filters, and how many of them a list of that state shows. */
const countTasks = async (db: Db, actor: Actor, filter: TaskFilter): Promise<TaskCount[]> => {
  if (isOfSchool(actor, filter)) return countSchoolTasks(db)
  const narrowed = and(filtered(db, actor, filter), handedIn(actor), ofCourses(db, actor, filter))
  const countWhere = (where: SQL | undefined) =>
    planned(db.select({ status: tasks.status, count: count() }).from(tasks).where(where).groupBy(tasks.status))
  const [all, asked] = await Promise.all([
    countWhere(narrowed),
    countWhere(and(narrowed, inArray(tasks.status, waitingStates), mayAsk(actor))),
  ])
  const askedOf = new Map(asked.map((row) => [row.status, row.count]))
  return all.map((row) => ({
    status: row.status,
    all: row.count,
    listed: waitingStates.includes(row.status) ? (askedOf.get(row.status) ?? 0) : row.count,
  }))
}

/**
 * The number of tasks in each state with a question or a request for more time, under the other filters. Few tasks have
 * one.
 */
const countAsking = (db: Db, actor: Actor, filter: TaskFilter) =>
  planned(
    db
      .select({
        status: tasks.status,
        question: sql<number>`count(${tasks.question_at})::int`,
        extension: sql<number>`count(${tasks.extension_asked})::int`,
      })
      .from(tasks)
      .where(
        and(
          or(asking.question, asking.extension),
          mayAsk(actor, isOfSchool(actor, filter) ? { among: askingTasks } : undefined),
          filtered(db, actor, filter),
          ofCourses(db, actor, filter),
        ),
      )
      .groupBy(tasks.status),
  )

/**
 * The tasks in each state under the other filters: all, those that a list of the state shows, and those whose students
 * ask a question or for more time.
 */
export const countQueue = async (db: Db, actor: Actor, filter: TaskFilter) => {
  const named = namedFilter(db, actor, filter)
  if (named) {
    const asking = await countNamedTasks(db, named)
    // staff see no drafts, but what is asked about them
    return { counts: asking.filter(({ status }) => status !== 'draft'), asking }
  }
  const [counts, asking] = await Promise.all([countTasks(db, actor, filter), countAsking(db, actor, filter)])
  return { counts, asking }
}
