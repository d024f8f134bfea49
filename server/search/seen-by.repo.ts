import { type SQL, sql } from 'drizzle-orm'
import { listedVisibilities } from '#contract/projects/projects.policy.ts'
import { type Actor, roleIn } from '#contract/users/users.policy.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'

/** What a person may find, as conditions: the rules of the policies where whole lists are asked. */

/** The courses that a person may see (`canSeeCourse`), as the table expression `seen_courses`. */
export const seenCourses = (actor: Actor): SQL => {
  const { id } = actor
  const ofActor = {
    student: sql`and courses.status <> 'draft' and courses.id in (
      select course_students.course_id from course_students where course_students.user_id = ${id})`,
    teacher: sql`and courses.id in (
      select course_teachers.course_id from course_teachers where course_teachers.user_id = ${id})`,
    curator: sql``,
  }[roleIn(actor, 'courses')]
  return sql`seen_courses as materialized (
    select courses.id, courses.name, courses.status from courses where courses.deleted_at is null ${ofActor})`
}

/** The lessons of these courses that the person may see (`canSeeLesson`). Joins `lessons`. */
export const seenLesson = ({ role }: Actor): SQL =>
  role === 'student'
    ? sql`lessons.deleted_at is null and lessons.status = 'published'
        and (lessons.publish_at is null or lessons.publish_at <= now())`
    : sql`lessons.deleted_at is null`

/**
 * Whether the person may read the text of a lesson that they see: no requirement holds it up. The rule of `lockOf`, as
 * a condition. Joins `lessons` and `seen_courses`.
 */
export const readableLesson = ({ id, role }: Actor): SQL =>
  role === 'student'
    ? sql`(seen_courses.status = 'archived'
        or exists (
          select 1 from assignments join task_students on task_students.assignment_id = assignments.id
          where assignments.lesson_id = lessons.id and task_students.user_id = ${id})
        or not exists (
          select 1 from lesson_requirements
          join lessons first on first.id = lesson_requirements.after_id
            and first.course_id = lessons.course_id and first.deleted_at is null and first.status = 'published'
            and (first.publish_at is null or first.publish_at <= now())
          left join assignments on assignments.lesson_id = first.id
          left join task_students on task_students.assignment_id = assignments.id and task_students.user_id = ${id}
          left join tasks on tasks.id = task_students.task_id
          where lesson_requirements.lesson_id = lessons.id
            and not case when lesson_requirements.needs = 'accepted' and assignments.id is not null
              then coalesce(tasks.status in ('accepted', 'excused'), false)
              else coalesce(tasks.status <> 'draft', false) or exists (
                select 1 from lesson_reads where lesson_reads.lesson_id = first.id and lesson_reads.user_id = ${id})
            end))`
    : sql`true`

/**
 * The people whom a person finds: curators everybody, teachers the people of their courses, students themselves and
 * their teachers. A profile that anybody may open by its address is not yet one to be found by: the list of the
 * school's people is its curators'. Joins `users`.
 */
export const findablePerson = (actor: Actor): SQL => {
  const { id } = actor
  const role = roleIn(actor, 'people')
  if (role === 'curator') return sql`users.erased_at is null`
  const teachers = sql`
    select course_teachers.user_id from course_teachers join seen_courses on seen_courses.id = course_teachers.course_id`
  const students = sql`union
    select course_students.user_id from course_students join seen_courses on seen_courses.id = course_students.course_id`
  return sql`users.erased_at is null and users.active and users.erase_at is null
    and users.id in (select ${id}::int union ${teachers} ${role === 'teacher' ? students : sql``})`
}

/** The projects that a person finds: those in the gallery, and their own ones in any state. Joins `projects`. */
export const findableProject = (actor: Actor): SQL => sql`
  projects.deleted_at is null and ((${shownTo(listedVisibilities(actor))}) or projects.id in (
    select project_authors.project_id from project_authors
    where project_authors.user_id = ${actor.id} and project_authors.agreed_at is not null))`
