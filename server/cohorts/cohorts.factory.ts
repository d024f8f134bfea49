import { sql } from 'drizzle-orm'
import { maxInCohort } from '#contract/cohorts/cohorts.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { createCohort } from '#server/cohorts/change-cohort.ts'
import type { Db } from '#server/db/database.ts'

interface CohortParts {
  name?: string
  starts_on?: string
  ends_on?: string
  /** Ids of people and courses. */
  leaders?: number[]
  students?: number[]
  courses?: number[]
  /** The curator who makes it. */
  by: Actor
}

/** Adds a class for tests and the demo school, as a curator does; returns its id. */
export const buildCohort = (
  db: Db,
  { by, name = '9 «А»', leaders = [], students = [], courses = [], ...dates }: CohortParts,
) => createCohort(db, by, { name, ...dates, leader_ids: leaders, student_ids: students, course_ids: courses })

/** Adds as many students to a class as one may have. */
export const fillCohort = async (db: Db, id: number) => {
  await db.execute(sql`
    with added as (
      insert into users (name, surname, login, role)
      select 'Ия', 'Тысячная', 'full.' || ${id} || '.' || number, 'student'
      from generate_series(1, ${maxInCohort.students}::int) number returning id)
    insert into cohort_students (cohort_id, user_id) select ${id}, id from added`)
}
