import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { comparedRows, copiedTables } from '#server/courses/course-parts.repo.ts'
import type { CourseRecord } from '#server/courses/courses.repo.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { type CohortState, type Made, type NewYearRecord, newYears } from '#server/new-years/new-years.table.ts'

const ids = (list: number[]) => sql`${sql.param(list)}::int[]`

/** Rows of JSON as a table with these columns. */
const rowsOf = (rows: unknown[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${sql.raw(columns)})`

/** Saves a plan; plans of days ago that were never carried out are deleted. */
export const insertNewYear = async (tx: Db, values: Pick<NewYearRecord, 'plan' | 'changes'>) => {
  await tx.execute(sql`delete from new_years where status = 'planned' and created_at < now() - interval '7 days'`)
  return onlyRow(await tx.insert(newYears).values(values).returning())
}

export const updateNewYear = async (tx: Db, id: number, values: Partial<typeof newYears.$inferInsert>) =>
  onlyRow(await tx.update(newYears).set(values).where(eq(newYears.id, id)).returning())

export const findNewYear = async (db: Db, id: number) => {
  const [row] = await db.select().from(newYears).where(eq(newYears.id, id))
  return row ?? null
}

/** Locks a new year until the transaction ends; null when there is none. */
export const lockNewYear = async (tx: Db, id: number) => {
  const [row] = await tx.select().from(newYears).where(eq(newYears.id, id)).for('update')
  return row ?? null
}

/** The last one that was carried out, undone or not. */
export const findLastNewYear = async (db: Db) => {
  const [row] = await db
    .select()
    .from(newYears)
    .where(isNotNull(newYears.applied_at))
    .orderBy(desc(newYears.applied_at))
    .limit(1)
  return row ?? null
}

/** A class with the number of its active students. */
export interface PlannedCohort extends CohortState, Record<string, unknown> {
  student_count: number
}

/** Classes by name, all or these. */
export const listCohortStates = async (db: Db, only?: number[]) => {
  const { rows } = await db.execute<PlannedCohort>(sql`
    select id, name, starts_on::text, ends_on::text, (
      select count(*)::int from cohort_students join users on users.id = user_id and users.active
      where cohort_id = cohorts.id) as student_count
    from cohorts ${only ? sql`where id = any(${ids(only)})` : sql``} order by name, id`)
  return rows
}

/** A course with the classes that take it. */
export interface PlannedCourse extends Record<string, unknown> {
  id: number
  name: string
  status: CourseRecord['status']
  lesson_count: number
  cohort_ids: number[]
}

/** Courses that are not deleted, by name: those of these ids, or all that are not in the archive. */
export const listPlannedCourses = async (db: Db, only?: number[]) => {
  const { rows } = await db.execute<PlannedCourse>(sql`
    select id, name, status,
      (select count(*)::int from lessons where course_id = courses.id and deleted_at is null) as lesson_count,
      array(select cohort_id from cohort_courses where course_id = courses.id order by cohort_id) as cohort_ids
    from courses where deleted_at is null and ${only ? sql`id = any(${ids(only)})` : sql`status <> 'archived'`}
    order by name, id`)
  return rows
}

/** The active students of classes that leave, unless another class of theirs stays, and these others; by id. */
export const listLeaverIds = async (db: Db, leaving: number[], all: number[], others: number[]) => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from users where active and role = 'student' and (
      id = any(${ids(others)})
      or id in (select user_id from cohort_students where cohort_id = any(${ids(leaving)})
        except select user_id from cohort_students where not cohort_id = any(${ids(all)})))
    order by id`)
  return rows.map(({ id }) => id)
}

export const listCourseRecords = (tx: Db, only: number[]) =>
  tx
    .select()
    .from(courses)
    .where(sql`${courses.id} = any(${ids(only)})`)
    .orderBy(courses.id)

/** The teachers of courses teach their copies. */
export const copyTeachers = async (tx: Db, copies: Made['copies']) => {
  await tx.execute(sql`
    insert into course_teachers (course_id, user_id)
    select copy_id, user_id from course_teachers join ${rowsOf(copies, 'id int, copy_id int')} on course_id = given.id`)
}

export const lockCohorts = async (tx: Db, only: number[]) => {
  await tx.execute(sql`select 1 from cohorts where id = any(${ids(only)}) order by id for update`)
}

export const setCohortStates = async (tx: Db, states: CohortState[]) => {
  await tx.execute(sql`
    update cohorts set name = given.name, starts_on = given.starts_on, ends_on = given.ends_on
    from ${rowsOf(states, 'id int, name text, starts_on date, ends_on date')} where cohorts.id = given.id`)
}

/** Classes leave courses, whose students keep their places there; returns both. */
export const leaveCourses = async (tx: Db, courseIds: number[]) => {
  const kept = await tx.execute<Made['kept'][number] & Record<string, unknown>>(sql`
    update course_students set by_hand = true where course_id = any(${ids(courseIds)}) and not by_hand
    returning course_id, user_id`)
  const left = await tx.execute<Made['left'][number] & Record<string, unknown>>(sql`
    delete from cohort_courses where course_id = any(${ids(courseIds)}) returning cohort_id, course_id`)
  return { kept: kept.rows, left: left.rows }
}

/** Classes take courses; those that are gone are left out. */
export const takeCourses = async (tx: Db, taken: Made['taken']) => {
  await tx.execute(sql`
    insert into cohort_courses (cohort_id, course_id)
    select cohort_id, course_id from ${rowsOf(taken, 'cohort_id int, course_id int')}
    join cohorts on cohorts.id = cohort_id join courses on courses.id = course_id
    on conflict do nothing`)
}

/** Students were not enrolled by hand after all. */
export const unkeepPlaces = async (tx: Db, kept: Made['kept']) => {
  await tx.execute(sql`
    update course_students set by_hand = false from ${rowsOf(kept, 'course_id int, user_id int')}
    where course_students.course_id = given.course_id and course_students.user_id = given.user_id`)
}

export const archiveCourses = async (tx: Db, courseIds: number[]) => {
  await tx.execute(sql`
    update courses set status = 'archived', changed_at = now() where id = any(${ids(courseIds)})`)
}

export const restoreCourses = async (tx: Db, archived: Made['archived']) => {
  await tx.execute(sql`
    update courses set status = given.status, changed_at = given.changed_at
    from ${rowsOf(archived, 'id int, status text, changed_at timestamptz')} where courses.id = given.id`)
}

/** Where people have left courses, and when. */
export const listFormer = async (tx: Db, userIds: number[]) => {
  const { rows } = await tx.execute<Made['former'][number] & Record<string, unknown>>(sql`
    select course_id, user_id, to_json(left_at)#>>'{}' as left_at from course_leavers
    where user_id = any(${ids(userIds)}) order by 1, 2`)
  return rows
}

/**
 * Switches accounts on again; where they had left courses before is as it was. They stay former students of courses
 * that they are in no more, as their class has left them meanwhile.
 */
export const switchOn = async (tx: Db, userIds: number[], former: Made['former']) => {
  await tx.execute(sql`update users set active = true where id = any(${ids(userIds)})`)
  await tx.execute(sql`
    delete from course_leavers using course_students
    where course_students.course_id = course_leavers.course_id and course_students.user_id = course_leavers.user_id
      and course_leavers.user_id = any(${ids(userIds)})`)
  await tx.execute(sql`
    insert into course_leavers (course_id, user_id, left_at)
    select course_id, user_id, left_at
    from ${rowsOf(former, 'course_id int, user_id int, left_at timestamptz')}
    join courses on courses.id = course_id
    on conflict do nothing`)
}

/**
 * The columns of the tables of copies, which the digest is kept with: those that a later version adds are not in it, and none
 * that are computed from others, which a later version may do in another way.
 */
export const listDigestColumns = async (tx: Db): Promise<Made['columns']> => {
  const { rows } = await tx.execute<{ name: string; columns: string[] }>(sql`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name = any(${sql.param(copiedTables)}::text[])
      and is_generated = 'NEVER'
    group by 1`)
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/** Whether a later version has removed or renamed one of these columns: a digest of them cannot be computed any more. */
export const lacksColumns = async (tx: Db, columns: NonNullable<Made['columns']>) => {
  const { rows } = await tx.execute(sql`
    select name, column_name
    from jsonb_each(${JSON.stringify(columns)}::jsonb) as given (name, list), jsonb_array_elements_text(list) as column_name
    except select table_name, column_name from information_schema.columns where table_schema = 'public'`)
  return rows.length > 0
}

/**
 * A digest of courses with everything that people write in and to them: it differs once anything was changed. Without
 * columns it is that of earlier versions, which a new column or another time zone changes, too.
 */
export const digestOf = async (tx: Db, courseIds: number[], columns: Made['columns']) => {
  const list = ids(courseIds)
  if (columns) await tx.execute(sql`select set_config('timezone', 'UTC', true)`)
  const whole = (table: string) =>
    columns
      ? sql`(select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(${sql.identifier(table)}))
          where key = any(${sql.param(columns[table] ?? [])}::text[]))::text`
      : sql`${sql.identifier(table)}::text`
  const order = columns ? sql`row collate "C"` : sql`row`
  const { rows } = await tx.execute<{ digest: string }>(sql`
    select md5(string_agg(row, '|' order by ${order})) as digest from (${comparedRows(list, whole)}) everything`)
  return rows[0]?.digest ?? ''
}

/** The lessons of courses, deleted ones too. */
export const listLessonIds = async (tx: Db, courseIds: number[]) => {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from lessons where course_id = any(${ids(courseIds)}) order by id`)
  return rows.map(({ id }) => id)
}

/** The names of a new year's classes and courses that were changed since. */
export const listChangedSince = async (tx: Db, { after, archived, leaver_ids }: Made) => {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select given.name from ${rowsOf(after, 'id int, name text, starts_on date, ends_on date')}
    left join cohorts on cohorts.id = given.id
    where (cohorts.name, cohorts.starts_on, cohorts.ends_on)
      is distinct from (given.name, given.starts_on, given.ends_on)
    union all
    select courses.name from ${rowsOf(archived, 'id int')} join courses on courses.id = given.id
    where courses.status <> 'archived' or courses.deleted_at is not null
      or exists (select 1 from cohort_courses where course_id = courses.id)
    union all
    select users.name || ' ' || users.surname from users
    where id = any(${ids(leaver_ids)}) and (active or erased_at is not null or role <> 'student')`)
  return rows.map(({ name }) => name)
}
