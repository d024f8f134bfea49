import { and, asc, desc, eq, exists, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { RoleSlug } from '#contract/users/users.schema.ts'
import { courseStudents, courses, courseTeachers } from '#server/courses/courses.table.ts'
import { anywhere, contains } from '#server/db/contains.ts'
import type { Db } from '#server/db/database.ts'
import { countRows } from '#server/db/row-counts.repo.ts'
import { spelled } from '#server/db/spelled.ts'
import { spelledPerson, type User, users } from '#server/users/users.table.ts'

export const findUser = async (db: Db, id: number) => {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user ?? null
}

/** Matches the address of an account; an erased one has none, and is in no index of addresses. */
export const hasEmail = (email: string) => and(eq(users.email, email), isNull(users.erased_at))

/** `email` in lower case. */
export const findUserByEmail = async (db: Db, email: string) => {
  const [user] = await db.select().from(users).where(hasEmail(email))
  return user ?? null
}

/** A person's row, locked until the transaction ends. */
export const holdUser = async (tx: Db, id: number): Promise<User | null> => {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return user ?? null
}

/** The current password and state of an account; neither changes until the transaction ends. */
export const holdPassword = async (tx: Db, id: number) => {
  const [user] = await tx
    .select({ password_hash: users.password_hash, active: users.active })
    .from(users)
    .where(eq(users.id, id))
    .for('share')
  return user ?? null
}

/** An account by what its owner signs in with: the address or the login, in lower case. */
export const findUserByHandle = async (db: Db, handle: string) => {
  const [user] = await db
    .select()
    .from(users)
    .where(and(handle.includes('@') ? eq(users.email, handle) : eq(users.login, handle), isNull(users.erased_at)))
  return user ?? null
}

/** Returns the new account, or null when the address or the login is taken. */
export const insertUser = async (db: Db, values: typeof users.$inferInsert) => {
  const [user] = await db.insert(users).values(values).onConflictDoNothing().returning()
  return user ?? null
}

export const updateUser = async (db: Db, id: number, changes: Partial<typeof users.$inferInsert>) => {
  if (Object.keys(changes).length > 0) await db.update(users).set(changes).where(eq(users.id, id))
}

/** Sets the file of a person's avatar; returns the previous one, each to one caller only. */
export const swapAvatar = (db: Db, id: number, avatar: string | null) =>
  db.transaction(async (tx) => {
    const [before] = await tx.select({ avatar: users.avatar }).from(users).where(eq(users.id, id)).for('no key update')
    await updateUser(tx, id, { avatar })
    return before?.avatar ?? null
  })

/** Filters files to those that are somebody's avatar. */
export const listKnownAvatars = async (db: Db, avatars: string[]) => {
  if (avatars.length === 0) return new Set<string>()
  const known = await db.select({ avatar: users.avatar }).from(users).where(inArray(users.avatar, avatars))
  return new Set(known.flatMap(({ avatar }) => avatar ?? []))
}

export const setPasswordHash = (db: Db, id: number, password_hash: string) => updateUser(db, id, { password_hash })

/**
 * Locks the curators in the order of their ids, so that two of them cannot leave at the same moment; returns how many
 * remain besides `id`. Call it before one of them is locked alone. Other transactions may still refer to them.
 */
export const countOtherCurators = async (db: Db, id: number) => {
  const curators = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'curator'), users.active, isNull(users.erase_at)))
    .orderBy(asc(users.id))
    .for('no key update')
  return curators.filter((curator) => curator.id !== id).length
}

/** Filters users to active ones with one of these roles. */
export const listActiveUsers = async (db: Db, ids: number[], among: RoleSlug[]) =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(users)
        .where(and(inArray(users.id, ids), inArray(users.role, among), users.active))

/** The same, locked until the transaction ends: nobody of them stops working at this moment. */
export const holdActiveUsers = (tx: Db, ids: number[], among: RoleSlug[]) =>
  tx
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), inArray(users.role, among), users.active))
    .orderBy(users.id)
    .for('share')

const matches = (search: string | undefined, { byEmail }: { byEmail: boolean }): SQL | undefined => {
  if (!search?.trim()) return undefined
  const words = search.trim().split(/\s+/).slice(0, 5)
  const columns = [users.name, users.surname, ...(byEmail ? [users.patronymic, users.email, users.login] : [])]
  // the first condition uses the index over all three columns, the others are exact
  return and(
    ...words.flatMap((word) => [
      sql`${spelledPerson} like ${anywhere(spelled(word))}`,
      or(...columns.map((column) => contains(column, word))),
    ]),
  )
}

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
      .select()
      .from(users)
      .where(sql`${users.id} = any(array(${ids}))`)
      .orderBy(...order),
    total ?? db.$count(users, where),
  ])
  return { rows, total: counted }
}

/** Everybody but the erased, by name. */
export const listUsers = (
  db: Db,
  { page, search, role }: { page: number; search?: string | undefined; role?: RoleSlug | undefined },
) => {
  const found = matches(search, { byEmail: true })
  const where = and(isNull(users.erased_at), found, role ? eq(users.role, role) : undefined)
  const counted = (role ? [role] : RoleSlug.options).map((slug) => `users:${slug}`)
  return pageOfUsers(db, where, page, { total: found ? undefined : countRows(db, counted) })
}

/** Active students; `teacherId` limits them to that teacher's courses, `email` finds one person of the school. */
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
  const { email, search, course_id, without_course, teacherId } = query
  // a teacher must not learn anything about other courses, not even who takes them
  const own = teacherId === null ? undefined : taughtBy(teacherId)
  const where = and(
    eq(users.role, 'student'),
    users.active,
    // a teacher is not shown addresses, so a search must not reveal them
    email === undefined ? matches(search, { byEmail: teacherId === null }) : hasEmail(email),
    course_id === undefined ? undefined : inCourse(eq(courseStudents.course_id, course_id), own),
    own && email === undefined ? inCourse(own) : undefined,
    // nor may a teacher learn about other courses here
    without_course && not(inCourse(own)),
  )
  return pageOfUsers(db, where, query.page, { order: without_course && [desc(users.id)] })
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

export type { User }
