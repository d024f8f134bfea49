import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/**
 * The courses that a student has finished: each assignment in an open lesson is accepted or excused, and there is at
 * least one. The latest finished comes first.
 */
export const listFinishedCourses = async (db: Db, userId: number) => {
  const { rows } = await db.execute<{ id: number; name: string; announced: boolean }>(sql`
    select courses.id, courses.name, courses.announced
    from course_students
    join courses on courses.id = course_students.course_id
      and courses.status = 'published' and courses.deleted_at is null
    join lessons on lessons.course_id = courses.id and lessons.status = 'published' and lessons.deleted_at is null
      and (lessons.publish_at is null or lessons.publish_at <= now())
    join assignments on assignments.lesson_id = lessons.id
    left join task_students on task_students.assignment_id = assignments.id
      and task_students.user_id = course_students.user_id
    left join tasks on tasks.id = task_students.task_id
    where course_students.user_id = ${userId}
    group by courses.id
    having bool_and(coalesce(tasks.status in ('accepted', 'excused'), false))
    order by max(tasks.submitted_at) desc nulls last, courses.id`)
  return rows
}

/** Filters projects to those that name the person as an author who agreed. */
export const listOwnProjectIds = async (tx: Db, userId: number) => {
  const { rows } = await tx.execute<{ project_id: number }>(sql`
    select project_id from project_authors where user_id = ${userId} and agreed_at is not null
    order by project_id for no key update`)
  return rows.map(({ project_id }) => project_id)
}

/** Sets the positions of the person's projects; others have none. */
export const saveProjectPlaces = async (tx: Db, userId: number, projectIds: number[]) => {
  await tx.execute(sql`
    update project_authors
    set profile_position = array_position(${sql.param(projectIds)}::int[], project_authors.project_id)
    where user_id = ${userId}`)
}
