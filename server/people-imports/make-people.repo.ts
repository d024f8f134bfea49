import { asc, inArray, sql } from 'drizzle-orm'
import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { cohorts } from '#server/cohorts/cohorts.table.ts'
import type { Db } from '#server/db/database.ts'
import type { UserFields } from '#server/people-imports/compare-people.ts'
import { lockingOrder } from '#server/users/users.repo.ts'
import { users } from '#server/users/users.table.ts'

/** Every statement here is for all people of an import at once. */

export interface NewAccount extends UserFields {
  line: number
  awaits_parent_at: string | null
}

/** Opens accounts without passwords; returns their ids by line. Each has an address or a login. */
export const insertPeople = async (tx: Db, people: NewAccount[]) => {
  if (people.length === 0) return new Map<number, number>()
  const { rows } = await tx.execute<{ id: number; email: string | null; login: string | null }>(sql`
    insert into users (surname, name, patronymic, email, login, own_number, birth_date, role, awaits_parent_at)
    select surname, name, coalesce(patronymic, ''), email, login, coalesce(own_number, ''), birth_date, role,
      awaits_parent_at
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as item (line int, surname text, name text, patronymic text,
      email text, login text, own_number text, birth_date date, role text, awaits_parent_at timestamptz)
    order by line
    returning id, email, login`)
  const ids = new Map(rows.map(({ id, email, login }) => [email ?? `login ${login}`, id]))
  return new Map(people.map(({ line, email, login }) => [line, ids.get(email ?? `login ${login}`) as number]))
}

/**
 * Sets the given fields of accounts. A new address is unconfirmed, and links sent to the old one end; who is no curator
 * has no rights of one.
 */
export const updatePeople = async (tx: Db, people: (UserFields & { id: number })[]) => {
  if (people.length === 0) return
  await tx.execute(sql`
    update users set
      surname = coalesce(item.surname, users.surname), name = coalesce(item.name, users.name),
      patronymic = coalesce(item.patronymic, users.patronymic), email = coalesce(item.email, users.email),
      email_confirmed_at = case when item.email is null then users.email_confirmed_at end,
      email_bounced_at = case when item.email is null then users.email_bounced_at end,
      login = coalesce(item.login, users.login), own_number = coalesce(item.own_number, users.own_number),
      birth_date = coalesce(item.birth_date, users.birth_date), role = coalesce(item.role, users.role),
      rights = case when coalesce(item.role, users.role) = 'curator' then users.rights end
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as item (id int, surname text, name text, patronymic text,
      email text, login text, own_number text, birth_date date, role text)
    where users.id = item.id`)
  await deletePasswordResetsOf(tx, ...people.flatMap(({ id, email }) => (email ? [id] : [])))
}

/** Locks accounts until the transaction ends, and reads what decides how they may be changed. */
export const lockPeople = (tx: Db, ids: number[]) =>
  tx
    .select({
      id: users.id,
      role: users.role,
      rights: users.rights,
      login: users.login,
      email: users.email,
      email_confirmed_at: users.email_confirmed_at,
      password_hash: users.password_hash,
      awaits_parent_at: users.awaits_parent_at,
    })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::int[])`)
    .orderBy(...lockingOrder)
    .for('no key update')

export interface NewParent {
  /** The row that changes; null for a new one. */
  id: number | null
  child_id: number
  name: string
  email: string | null
}

export const saveParents = async (tx: Db, parents: NewParent[]) => {
  if (parents.length === 0) return
  const items = sql`jsonb_to_recordset(${JSON.stringify(parents)}::jsonb) as item (id int, child_id int, name text, email text)`
  await tx.execute(sql`
    insert into guardians (child_id, name, email) select child_id, name, email from ${items} where id is null
    on conflict do nothing`)
  await tx.execute(sql`
    update guardians set name = item.name, email = item.email from ${items}
    where guardians.id = item.id and guardians.child_id = item.child_id`)
}

/** Makes classes; returns their ids in the order of the names. */
export const insertCohorts = async (tx: Db, names: string[]) => {
  if (names.length === 0) return []
  const made = await tx
    .insert(cohorts)
    .values(names.map((name) => ({ name })))
    .returning({ id: cohorts.id, name: cohorts.name })
  const ids = new Map(made.map(({ id, name }) => [name, id]))
  return names.map((name) => ids.get(name) as number)
}

/** Locks classes in the order of their ids. */
export const lockCohorts = async (tx: Db, ids: number[]) => {
  if (ids.length === 0) return
  await tx
    .select({ id: cohorts.id })
    .from(cohorts)
    .where(inArray(cohorts.id, ids))
    .orderBy(asc(cohorts.id))
    .for('update')
}

interface Member {
  of: number
  user_id: number
}

/** Adds people to classes or to the teachers of courses; who is there stays as they are. */
const addMembers =
  (table: 'cohort_students' | 'cohort_leaders' | 'course_teachers', column: 'cohort_id' | 'course_id') =>
  async (tx: Db, members: Member[]) => {
    if (members.length === 0) return
    await tx.execute(sql`
      insert into ${sql.identifier(table)} (${sql.identifier(column)}, user_id)
      select item.of, item.user_id from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as item ("of" int, user_id int)
      on conflict do nothing`)
  }

export const addCohortStudents = addMembers('cohort_students', 'cohort_id')
export const addCohortLeaders = addMembers('cohort_leaders', 'cohort_id')
export const addCourseTeachers = addMembers('course_teachers', 'course_id')

/** The courses that these classes take. */
export const listCoursesOfCohorts = async (tx: Db, cohortIds: number[]) => {
  const { rows } = await tx.execute<{ course_id: number }>(
    sql`select distinct course_id from cohort_courses where cohort_id = any(${sql.param(cohortIds)}::int[])`,
  )
  return rows.map(({ course_id }) => course_id)
}

export const deleteCohorts = async (tx: Db, ids: number[]) => {
  await tx.delete(cohorts).where(inArray(cohorts.id, ids))
}

/** Classes by id as they are. */
export const listCohortRows = (tx: Db, ids: number[]) => tx.select().from(cohorts).where(inArray(cohorts.id, ids))
