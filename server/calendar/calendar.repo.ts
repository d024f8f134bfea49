import { type SQL, sql } from 'drizzle-orm'
import type { CalendarKind } from '#contract/calendar/calendar.schema.ts'
import { type Actor, roleIn } from '#contract/users/users.policy.ts'
import { extended } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { inSchoolZone } from '#server/db/in-school-zone.ts'

/** A moment of a course, as the database has it. */
export interface CalendarRow {
  kind: CalendarKind
  /** As PostgreSQL writes it. */
  at: string
  /** Empty for the start of a course. */
  title: string
  course_id: number
  course_name: string
  lesson_id: number | null
  event_id: number | null
  done: boolean
}

/** From `from` to before `to`, both ISO 8601; at most `limit` events: the earliest, or with `latest` the latest. */
export interface CalendarQuery {
  from: string
  to: string
  course_id?: number | undefined
  limit: number
  latest?: boolean
}

/**
 * Courses whose events a person sees: a student those they take, once they are published; a teacher those they teach; a
 * curator all. Nobody those in the archive: nothing is due there. Joins `courses`.
 */
const sees = (actor: Actor) => {
  const { id } = actor
  return {
    student: sql`courses.status = 'published' and exists (
      select 1 from course_students where course_students.course_id = courses.id and course_students.user_id = ${id})`,
    teacher: sql`courses.status <> 'archived' and exists (
      select 1 from course_teachers where course_teachers.course_id = courses.id and course_teachers.user_id = ${id})`,
    curator: sql`courses.status <> 'archived'`,
  }[roleIn(actor, 'courses')]
}

/** The events of a person's courses in order; students see what they can open, and what will open. */
export const listCalendar = async (
  db: Db,
  actor: Actor,
  { from, to, course_id, limit, latest = false }: CalendarQuery,
) => {
  const isStudent = actor.role === 'student'
  const isIn = (column: SQL) => sql`${column} >= ${from}::timestamptz and ${column} < ${to}::timestamptz`
  const scope = sql`courses.deleted_at is null and (${sees(actor)})
    ${course_id === undefined ? sql`` : sql`and courses.id = ${course_id}`}`
  const lesson = sql`lessons.deleted_at is null ${isStudent ? sql`and lessons.status = 'published'` : sql``}`
  const isOpen = isStudent ? sql`and (lessons.publish_at is null or lessons.publish_at <= now())` : sql``
  const ownTask = isStudent
    ? sql`
        left join task_students on task_students.assignment_id = assignments.id and task_students.user_id = ${actor.id}
        left join tasks on tasks.id = task_students.task_id`
    : sql``
  const done = isStudent ? sql`coalesce(tasks.status in ('submitted', 'accepted', 'excused'), false)` : sql`false`
  const deadline = (kind: 'due' | 'closes', column: SQL) => {
    const at = isStudent ? extended(column) : column
    return sql`
      select ${kind}::text as kind, ${at} as at, lessons.name as title, courses.id as course_id, courses.name as course_name,
        lessons.id as lesson_id, null::int as event_id, ${done} as done
      from assignments
      join lessons on lessons.id = assignments.lesson_id and ${lesson} ${isOpen}
      join courses on courses.id = lessons.course_id and ${scope}
      ${ownTask}
      where ${isIn(at)}`
  }
  const way = latest ? sql`desc` : sql`asc`
  const { rows } = await db.execute<CalendarRow & Record<string, unknown>>(sql`
    ${deadline('due', sql`assignments.due_at`)}
    union all ${deadline('closes', sql`assignments.closes_at`)}
    union all
    select 'opens', lessons.publish_at, lessons.name, courses.id, courses.name, lessons.id, null, false
    from lessons join courses on courses.id = lessons.course_id and ${scope}
    where ${lesson} and lessons.status = 'published' and ${isIn(sql`lessons.publish_at`)}
    union all
    select 'opens', courses.starts_on::timestamp ${inSchoolZone}, '', courses.id, courses.name, null, null, false
    from courses
    where ${scope} and ${isIn(sql`courses.starts_on::timestamp ${inSchoolZone}`)}
    union all
    select 'custom', course_events.at, course_events.title, courses.id, courses.name, null, course_events.id, false
    from course_events join courses on courses.id = course_events.course_id and ${scope}
    where ${isIn(sql`course_events.at`)}
    order by at ${way}, course_id ${way}, kind ${way}, lesson_id ${way}, event_id ${way}
    limit ${limit}`)
  return latest ? rows.reverse() : rows
}
