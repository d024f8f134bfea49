import { and, type SQL, sql } from 'drizzle-orm'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { anywhere, contains } from '#server/db/contains.ts'
import type { Db } from '#server/db/database.ts'
import { spelled } from '#server/db/spelled.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import {
  abandonedTasks,
  activeCourses,
  deletedAssignments,
  isAbandonedOneByOne,
  waitingStates,
} from '#server/tasks/idle-tasks.repo.ts'
import type { TaskCount } from '#server/tasks/task-counts.repo.ts'
import { hasWord } from '#server/users/named.repo.ts'
import { spelledPerson, users } from '#server/users/users.table.ts'

/** Whether each part of the search is in a text with an index of its spelling: true of all texts that contain it. */
const hasParts = (text: SQL, search: string) =>
  and(...search.split(/\s+/).map((part) => sql`spelled(${text}) like ${anywhere(spelled(part))}`))

/**
 * An exact condition after one that uses an index and finds little else. PostgreSQL takes it for one that half of the
 * rows pass, not almost none, and is not led to look up one by one what a frequent name has thousands of.
 */
const exactly = (condition: SQL) => sql`(case when ${condition} then true else false end)`

/** The assignments of lessons with this name. */
const assignmentsNamed = (search: string) => sql`
  select assignments.id from lessons join assignments on assignments.lesson_id = lessons.id
  where ${hasParts(sql`lessons.name`, search)} and ${exactly(contains(lessons.name, search))}`

/** People with this name. */
const peopleNamed = (search: string) => {
  const parts = search.split(/\s+/)
  const full = sql`(${users.name} || ' ' || ${users.surname} || ' ' || ${users.name})`
  // one word is in a name or it is not; of several the order counts
  const inOrder = parts.length > 1 ? exactly(contains(full, search)) : undefined
  return sql`
  select users.id from users where ${and(...parts.map((part) => hasWord(spelledPerson.name, part)), inOrder)}`
}

/**
 * Table expressions for the tasks whose lesson or student has this name, those to which `condition` applies: `named`
 * has each of them once, with `task_id`, `status`, `submitted_at`, `course_id` and `assignment_id`, columns that the
 * condition may name. Tasks of a person are found in one index of `task_students`, which has all of it; a task of
 * several is found once for each of them.
 */
const namedTasks = (search: string, condition: SQL | undefined, ofReviewer?: SQL): SQL => sql`
  lessons_named as materialized (${assignmentsNamed(search)}),
  people_named as materialized (${peopleNamed(search)}),
  named as (
    select distinct task_id, status, submitted_at, course_id, assignment_id from task_students
    where user_id = any(array(select id from people_named))
      and assignment_id not in (select id from lessons_named)
      and ${condition ?? sql`true`}
      ${ofReviewer ? sql`and task_id in (select tasks.id from tasks where ${ofReviewer})` : sql``}
    union all
    select id, status, submitted_at, course_id, assignment_id from tasks
    where assignment_id in (select id from lessons_named) and ${and(condition, ofReviewer) ?? sql`true`})`

/** Whether a task is among those with this name. Joins `tasks`. */
export const isNamed = (search: string): SQL => sql`tasks.id in (
  with ${namedTasks(search, undefined)} select task_id from named)`

/** Which tasks with a name a query is about: conditions on `status`, and on `course_id` and `assignment_id`. */
export interface NamedFilter {
  search: string
  status?: TaskStatus | undefined
  courses: SQL | undefined
  /** A condition on `tasks.reviewer_id`. */
  ofReviewer?: SQL | undefined
}

const isActive = sql`(course_id in ${activeCourses} and assignment_id not in ${deletedAssignments})`

/** Tasks that wait for a state's act, and of which a student asks something. */
const asks = (column: 'question_at' | 'extension_asked') => sql`(count(*) filter (
  where task_id in (select tasks.id from tasks where tasks.${sql.raw(column)} is not null)
    and ${isActive} and not ${isAbandonedOneByOne(sql`named.task_id`)}))::int`

/** Tasks of one state: all, those that its list shows, and those whose students ask a question or for more time. */
export interface NamedCount extends TaskCount {
  question: number
  extension: number
}

/** The tasks of these courses with this name in each state, drafts as well. */
export const countNamedTasks = async (db: Db, { search, courses, ofReviewer }: NamedFilter): Promise<NamedCount[]> => {
  const abandoned = abandonedTasks({ states: waitingStates, courses })
  const { rows } = await db.execute<NamedCount>(sql`
    with ${namedTasks(search, courses, ofReviewer)}
    select status, count(*)::int as all,
      (count(*) filter (where status not in ${waitingStates} or (${isActive}
        and task_id not in (select abandoned.task_id from (${abandoned}) as abandoned))))::int as listed,
      ${asks('question_at')} as question, ${asks('extension_asked')} as extension
    from named group by status`)
  return rows
}

/**
 * A query of the ids of a page of them without drafts, the oldest hand-in first; of one state only those that its list
 * shows.
 */
export const pageOfNamedTasks = (
  { search, status, courses, ofReviewer }: NamedFilter,
  { limit, offset }: { limit: number; offset: number },
): SQL => {
  const ofState = and(sql`status <> 'draft'`, status && sql`status = ${status}`, courses)
  const asksForAct = status !== undefined && waitingStates.includes(status)
  // in their order first, so that only those up to the end of the page are asked whether they are abandoned
  return sql`
    with ${namedTasks(search, ofState, ofReviewer)}
    select task_id from (
      select task_id, submitted_at from named ${asksForAct ? sql`where ${isActive}` : sql``}
      order by submitted_at asc nulls last, task_id offset 0) as ordered
    ${asksForAct ? sql`where not ${isAbandonedOneByOne(sql`ordered.task_id`)}` : sql``}
    order by submitted_at asc nulls last, task_id limit ${limit} offset ${offset}`
}
