import { and, eq, exists, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Absence, AccountState } from '#contract/users/people-filter.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { lastVisits } from '#server/auth/auth.table.ts'
import { cohortStudents } from '#server/cohorts/cohorts.table.ts'
import { courseStudents } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { registrations } from '#server/registrations/registrations.table.ts'
import { literally, type Meant, wordsOf } from '#server/users/mistyped-names.repo.ts'
import { hasWord } from '#server/users/named.repo.ts'
import { spelledPerson, users } from '#server/users/users.table.ts'

/** What a list of people may be narrowed down to. */
export interface PeopleFilter {
  search?: string | undefined
  role?: RoleSlug | undefined
  cohort_id?: number | undefined
  course_id?: number | undefined
  state?: AccountState | undefined
  visit?: Absence | undefined
}

/** Whether the name, and with `byEmail` the address and the login, have each word, or a name that is meant by it. */
export const matches = (
  search: string | undefined,
  { byEmail, meant = literally }: { byEmail: boolean; meant?: Meant },
): SQL | undefined =>
  and(
    ...wordsOf(search).map((word) =>
      hasWord(byEmail ? spelledPerson.everything : spelledPerson.name, word, meant.get(word)),
    ),
  )

/** Whether a person in `users` has registered and waits for a curator; who is erased soon is not decided. */
export const awaitsCurator = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(registrations)
      .where(and(eq(registrations.user_id, users.id), isNull(users.erase_at))),
  )

const inState: Record<AccountState, (db: Db) => SQL | undefined> = {
  active: () => and(eq(users.active, true), isNull(users.awaits_parent_at)),
  // in the words of the index `users_without_password`
  'no-password': () => and(sql`${users.active}`, isNull(users.password_hash), isNull(users.awaits_parent_at)),
  'awaits-parent': () => and(eq(users.active, true), isNotNull(users.awaits_parent_at)),
  'awaits-curator': awaitsCurator,
  off: (db) => and(eq(users.active, false), not(awaitsCurator(db))),
}

const hasVisited = (db: Db, since?: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(lastVisits)
      .where(and(eq(lastVisits.user_id, users.id), since && sql`${lastVisits.at} >= ${since}`)),
  )

const stayedAway = (db: Db, visit: Absence) => {
  if (visit === 'never') return not(hasVisited(db))
  const since = sql`now() - make_interval(days => ${Number(visit)}::int)`
  return and(sql`${users.created_at} < ${since}`, not(hasVisited(db, since)))
}

/** Students of a class or of a course, by the index of its members. */
const among = (db: Db, table: typeof cohortStudents | typeof courseStudents, of: SQL) =>
  sql`${users.id} in ${db.select({ id: table.user_id }).from(table).where(of)}`

/** Everybody but the erased to whom all of it applies. */
export const matchingPeople = (db: Db, filter: PeopleFilter, meant: Meant = literally) => {
  const { search, role, cohort_id, course_id, state, visit } = filter
  return and(
    isNull(users.erased_at),
    matches(search, { byEmail: true, meant }),
    role && eq(users.role, role),
    cohort_id === undefined ? undefined : among(db, cohortStudents, eq(cohortStudents.cohort_id, cohort_id)),
    course_id === undefined ? undefined : among(db, courseStudents, eq(courseStudents.course_id, course_id)),
    state && inState[state](db),
    visit && stayedAway(db, visit),
  )
}
