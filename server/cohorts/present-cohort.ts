import type { Cohort, CohortCourse, CohortRow } from '#contract/cohorts/cohorts.schema.ts'
import { type CourseStatus, courseStatuses } from '#contract/courses/courses.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { type CohortWithIds, listCohorts, listCoursesById, listPeople } from '#server/cohorts/cohorts.repo.ts'
import type { Db } from '#server/db/database.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** People by id. */
const loadPeople = async (db: Db, ids: number[]) => {
  const rows = ids.length === 0 ? [] : await listPeople(db, [...new Set(ids)])
  const people = new Map(rows.map((row) => [row.id, presentPerson(row)]))
  return (wanted: number[]) => wanted.flatMap((id) => people.get(id) ?? [])
}

const presentRow = (
  { cohort, leader_ids, student_ids, course_ids }: CohortWithIds,
  peopleOf: (ids: number[]) => Person[],
): CohortRow => ({
  id: cohort.id,
  name: cohort.name,
  starts_on: cohort.starts_on,
  ends_on: cohort.ends_on,
  leader_ids,
  student_ids,
  course_ids,
  leaders: peopleOf(leader_ids),
  created_at: cohort.created_at,
})

const presentCohortCourse = (course: { id: number; name: string; status: CourseStatus }): CohortCourse => ({
  id: course.id,
  name: course.name,
  status: courseStatuses[course.status],
})

/** The classes that a person may see. */
export const loadCohorts = async (db: Db, actor: Actor): Promise<CohortRow[]> => {
  const rows = await listCohorts(db, actor)
  const peopleOf = await loadPeople(
    db,
    rows.flatMap(({ leader_ids }) => leader_ids),
  )
  return rows.map((row) => presentRow(row, peopleOf))
}

/** A class with its people and courses, each by name. */
export const loadCohort = async (db: Db, row: CohortWithIds): Promise<Cohort> => {
  const { leader_ids, student_ids, course_ids } = row
  const [peopleOf, courses] = await Promise.all([
    loadPeople(db, [...leader_ids, ...student_ids]),
    course_ids.length === 0 ? [] : listCoursesById(db, course_ids),
  ])
  const named = new Map(courses.map((course) => [course.id, presentCohortCourse(course)]))
  return {
    ...presentRow(row, peopleOf),
    students: peopleOf(student_ids),
    courses: course_ids.flatMap((id) => named.get(id) ?? []),
  }
}
