import { and, asc, desc, eq, exists, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { RoleSlug } from '#contract/users/users.schema.ts'
import { lastVisits } from '#server/auth/auth.table.ts'
import { cohortStudents, cohorts } from '#server/cohorts/cohorts.table.ts'
import { courseStudents, courses, courseTeachers } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { countRows } from '#server/db/row-counts.repo.ts'
import { forgivingTypos, type Meant } from '#server/users/mistyped-names.repo.ts'
import { awaitsCurator, matches, matchingPeople, type PeopleFilter } from '#server/users/people-filter.repo.ts'
import { hasEmail } from '#server/users/users.repo.ts'
import { users } from '#server/users/users.table.ts'

/** Rows per page of people. */
export const userPageSize = 30

const byName = [asc(users.surname), asc(users.name), asc(users.id)]

const pageOfUsers = async (
  db: Db,
  where: SQL | undefined,
  page: number,
  { order = byName, total }: { order?: SQL[] | undefined; total?: Promise<number> | undefined } = {},
) => {
  // found in an index, where all columns of the condition are in one
  const ids = db
    .select({ id: users.id })
    .from(users)
    .where(where)
    .orderBy(...order)
    .limit(userPageSize)
    .offset((page - 1) * userPageSize)
  const [rows, counted] = await Promise.all([
    db
      .select({ user: users, visited_at: lastVisits.at, awaits_curator: sql<boolean>`${awaitsCurator(db)}` })
      .from(users)
      .leftJoin(lastVisits, eq(lastVisits.user_id, users.id))
      .where(sql`${users.id} = any(array(${ids}))`)
      .orderBy(...order),
    total ?? db.$count(users, where),
  ])
  return { rows, total: counted }
}

/** Everybody but the erased to whom the filter applies, by name. */
export const listUsers = (db: Db, { page, ...filter }: PeopleFilter & { page: number }) => {
  const { role, ...narrower } = filter
  const isNarrow = Object.values(narrower).some((value) => value !== undefined && value !== '')
  const counted = (role ? [role] : RoleSlug.options).map((slug) => `users:${slug}`)
  return forgivingTypos(db, filter.search, (meant) =>
    pageOfUsers(db, matchingPeople(db, filter, meant), page, { total: isNarrow ? undefined : countRows(db, counted) }),
  )
}

/** When somebody was here last, and whether their registration waits for a curator. */
export const findVisit = async (db: Db, userId: number) => {
  const [found] = await db
    .select({ visited_at: lastVisits.at, awaits_curator: sql<boolean>`${awaitsCurator(db)}` })
    .from(users)
    .leftJoin(lastVisits, eq(lastVisits.user_id, users.id))
    .where(eq(users.id, userId))
  return found ?? null
}

/** The classes of these students, by name. */
export const listCohortsOfStudents = async (db: Db, userIds: number[]) =>
  userIds.length === 0
    ? []
    : db
        .select({ user_id: cohortStudents.user_id, id: cohorts.id, name: cohorts.name })
        .from(cohortStudents)
        .innerJoin(cohorts, eq(cohorts.id, cohortStudents.cohort_id))
        .where(inArray(cohortStudents.user_id, userIds))
        .orderBy(asc(cohorts.name), asc(cohorts.id))

/**
 * Active students; `teacherId` limits them to that teacher's courses, `email` finds one person of the school. Only
 * curators of people, `all`, are shown who is about to be erased, and search addresses, logins and patronymics.
 */
export const listStudents = (
  db: Db,
  query: {
    page: number
    search?: string | undefined
    email?: string | undefined
    course_id?: number | undefined
    /** Only those who take no course. */
    without_course?: 'true' | undefined
    teacherId: number | null
    all: boolean
  },
) => {
  const inCourse = (...conditions: (SQL | undefined)[]) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(courseStudents)
        .innerJoin(courses, eq(courses.id, courseStudents.course_id))
        .where(and(eq(courseStudents.user_id, users.id), sql`${courses.deleted_at} is null`, ...conditions)),
    )
  const taughtBy = (teacherId: number) =>
    inArray(
      courseStudents.course_id,
      db.select({ id: courseTeachers.course_id }).from(courseTeachers).where(eq(courseTeachers.user_id, teacherId)),
    )
  const { email, search, course_id, without_course, teacherId, all } = query
  // a teacher must not learn anything about other courses, not even who takes them
  const own = teacherId === null ? undefined : taughtBy(teacherId)
  const where = (meant: Meant) =>
    and(
      eq(users.role, 'student'),
      users.active,
      all ? undefined : isNull(users.erase_at),
      // who is not shown addresses must not learn them by a search
      email === undefined ? matches(search, { byEmail: all, meant }) : hasEmail(email),
      course_id === undefined ? undefined : inCourse(eq(courseStudents.course_id, course_id), own),
      own && email === undefined ? inCourse(own) : undefined,
      // nor may a teacher learn about other courses here
      without_course && not(inCourse(own)),
    )
  const order = without_course && [desc(users.id)]
  return forgivingTypos(db, email === undefined ? search : undefined, (meant) =>
    pageOfUsers(db, where(meant), query.page, { order }),
  )
}

/** The courses that people take, by person; limited to those that `teacherId` teaches, when it is given. */
export const listCoursesOfStudents = async (db: Db, userIds: number[], teacherId: number | null) => {
  if (userIds.length === 0) return []
  return db
    .select({ user_id: courseStudents.user_id, id: courses.id, name: courses.name })
    .from(courseStudents)
    .innerJoin(courses, eq(courses.id, courseStudents.course_id))
    .where(
      and(
        inArray(courseStudents.user_id, userIds),
        sql`${courses.deleted_at} is null`,
        teacherId === null
          ? undefined
          : inArray(
              courses.id,
              db
                .select({ id: courseTeachers.course_id })
                .from(courseTeachers)
                .where(eq(courseTeachers.user_id, teacherId)),
            ),
      ),
    )
    .orderBy(asc(courses.name), asc(courses.id))
}
