import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { cohortCourses, cohortLeaders, cohortStudents, cohorts } from '#server/cohorts/cohorts.table.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** Active people of a class by name; joins `cohorts`. */
const memberIds = (table: 'cohort_leaders' | 'cohort_students', among?: SQL) => sql<number[]>`array(
  select users.id from ${sql.identifier(table)} members join users on users.id = members.user_id and users.active
  ${among ?? sql``} where members.cohort_id = cohorts.id order by users.surname, users.name, users.id)`

/** Courses of a class that are not deleted, by name; joins `cohorts`. */
const courseIds = sql<number[]>`array(
  select courses.id from cohort_courses join courses on courses.id = cohort_courses.course_id
  where cohort_courses.cohort_id = cohorts.id and courses.deleted_at is null order by courses.name, courses.id)`

const select = (db: Db, actor: Actor, where: SQL | undefined) =>
  db
    .select({
      cohort: cohorts,
      leader_ids: memberIds('cohort_leaders'),
      // who is about to be erased is shown to curators alone, as their profiles are
      student_ids: memberIds('cohort_students', curates(actor, 'people') ? undefined : sql`and users.erase_at is null`),
      course_ids: courseIds,
    })
    .from(cohorts)
    .where(where)
    // those that have begun last come first
    .orderBy(desc(sql`coalesce(${cohorts.starts_on}, ${cohorts.created_at}::date)`), asc(cohorts.name), asc(cohorts.id))

/** A class with the ids of its active people, as far as the reader may see them, and its courses. */
export type CohortWithIds = Awaited<ReturnType<typeof select>>[number]

export const findCohort = async (db: Db, id: number, actor: Actor): Promise<CohortWithIds | null> => {
  const [row] = await select(db, actor, eq(cohorts.id, id))
  return row ?? null
}

/** All classes for a curator, for others those that they lead. */
export const listCohorts = (db: Db, actor: Actor) =>
  select(
    db,
    actor,
    curates(actor, 'people')
      ? undefined
      : inArray(
          cohorts.id,
          db.select({ id: cohortLeaders.cohort_id }).from(cohortLeaders).where(eq(cohortLeaders.user_id, actor.id)),
        ),
  )

/** People by id; in no order. */
export const listPeople = (db: Db, ids: number[]) =>
  db
    .select(personColumns)
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::int[])`)

/** Courses by id that are not deleted; in no order. */
export const listCoursesById = (db: Db, ids: number[]) =>
  db
    .select({ id: courses.id, name: courses.name, status: courses.status })
    .from(courses)
    .where(and(sql`${courses.id} = any(${sql.param(ids)}::int[])`, isNull(courses.deleted_at)))

export const insertCohort = async (db: Db, values: typeof cohorts.$inferInsert) => {
  return onlyRow(await db.insert(cohorts).values(values).returning())
}

export const updateCohort = async (db: Db, id: number, changes: Partial<typeof cohorts.$inferInsert>) => {
  if (Object.keys(changes).length > 0) await db.update(cohorts).set(changes).where(eq(cohorts.id, id))
}

/** Locks a class while it changes; null when it is gone. */
export const lockCohort = async (tx: Db, id: number) => {
  const [cohort] = await tx.select().from(cohorts).where(eq(cohorts.id, id)).for('update')
  return cohort ?? null
}

export const deleteCohort = async (tx: Db, id: number) => {
  await tx.delete(cohorts).where(eq(cohorts.id, id))
}

/** Everybody and every course of a class, those of deactivated accounts and deleted ones too. */
export const listMembership = async (tx: Db, id: number) => {
  const { rows } = await tx.execute<{ leader_ids: number[]; student_ids: number[]; course_ids: number[] }>(sql`
    select array(select user_id from cohort_leaders where cohort_id = ${id}) as leader_ids,
      array(select user_id from cohort_students where cohort_id = ${id}) as student_ids,
      array(select course_id from cohort_courses where cohort_id = ${id}) as course_ids`)
  return rows[0] ?? { leader_ids: [], student_ids: [], course_ids: [] }
}

/** Replaces the leaders or students of a class; deactivated accounts keep their places. */
const setMembers =
  (table: typeof cohortLeaders | typeof cohortStudents) => async (tx: Db, cohortId: number, userIds: number[]) => {
    await tx
      .delete(table)
      .where(
        and(
          eq(table.cohort_id, cohortId),
          sql`not ${table.user_id} = any(${sql.param(userIds)}::int[])`,
          inArray(table.user_id, tx.select({ id: users.id }).from(users).where(eq(users.active, true))),
        ),
      )
    if (userIds.length === 0) return
    await tx
      .insert(table)
      .values(userIds.map((user_id) => ({ cohort_id: cohortId, user_id })))
      .onConflictDoNothing()
  }

export const setCohortLeaders = setMembers(cohortLeaders)
export const setCohortStudents = setMembers(cohortStudents)

export const addCohortStudent = async (tx: Db, cohortId: number, userId: number) => {
  await tx.insert(cohortStudents).values({ cohort_id: cohortId, user_id: userId }).onConflictDoNothing()
}

/** The names of those among these classes that have more than `max` students with active accounts. */
export const listLargerCohorts = async (tx: Db, ids: number[], max: number) => {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select cohorts.name from cohorts
    join cohort_students on cohort_students.cohort_id = cohorts.id
    join users on users.id = cohort_students.user_id and users.active
    where cohorts.id = any(${sql.param(ids)}::int[])
    group by cohorts.id having count(*) > ${max} order by cohorts.id`)
  return rows.map(({ name }) => name)
}

/** Replaces the courses of a class; deleted ones keep their places. */
export const setCohortCourses = async (tx: Db, cohortId: number, ids: number[]) => {
  await tx
    .delete(cohortCourses)
    .where(
      and(
        eq(cohortCourses.cohort_id, cohortId),
        sql`not ${cohortCourses.course_id} = any(${sql.param(ids)}::int[])`,
        inArray(cohortCourses.course_id, tx.select({ id: courses.id }).from(courses).where(isNull(courses.deleted_at))),
      ),
    )
  if (ids.length === 0) return
  await tx
    .insert(cohortCourses)
    .values(ids.map((course_id) => ({ cohort_id: cohortId, course_id })))
    .onConflictDoNothing()
}
