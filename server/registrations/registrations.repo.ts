import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { registrationPageSize } from '#contract/registrations/registrations.schema.ts'
import { cohorts } from '#server/cohorts/cohorts.table.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { registrations } from '#server/registrations/registrations.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

export const insertRegistration = async (tx: Db, values: typeof registrations.$inferInsert) => {
  await tx.insert(registrations).values(values)
}

/** A registration that waits for a curator; null when there is none. */
export const findRegistration = async (db: Db, userId: number) => {
  const [row] = await db.select().from(registrations).where(eq(registrations.user_id, userId))
  return row ?? null
}

/** The class that somebody joins once they are let in: one who waits, or was refused and is not erased yet. */
export const listWantedCohorts = async (db: Db, userId: number) => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select cohort_id as id from registrations where user_id = ${userId} and cohort_id is not null
    union select (payload->'wanted'->>'cohort_id')::int from effects
      where kind = 'account-erased' and payload->'user_id' = to_jsonb(${userId}::int)
        and payload->'wanted'->>'cohort_id' is not null`)
  return rows.map(({ id }) => id)
}

/** Deletes and returns a registration, to one caller only; null when there is none. */
export const takeRegistration = async (tx: Db, userId: number) => {
  const [row] = await tx.delete(registrations).where(eq(registrations.user_id, userId)).returning()
  return row ?? null
}

/** One page of those who wait, who waits longest first, and how many there are; without those who are erased soon. */
export const pageOfRegistrations = async (db: Db, page: number) => {
  const stays = and(eq(users.id, registrations.user_id), isNull(users.erase_at))
  const [rows, totals] = await Promise.all([
    db
      .select({
        registration: registrations,
        person: personColumns,
        email: users.email,
        email_confirmed_at: users.email_confirmed_at,
        cohort: { id: cohorts.id, name: cohorts.name },
        program: { id: courses.id, name: courses.name },
      })
      .from(registrations)
      .innerJoin(users, stays)
      .leftJoin(cohorts, eq(cohorts.id, registrations.cohort_id))
      .leftJoin(courses, eq(courses.id, registrations.program_id))
      .orderBy(asc(registrations.created_at), asc(registrations.user_id))
      .limit(registrationPageSize)
      .offset((page - 1) * registrationPageSize),
    db.select({ total: count() }).from(registrations).innerJoin(users, stays),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}
