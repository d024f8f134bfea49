import { cohortCodes, cohortLeaders, cohortStudents, cohorts } from '#server/cohorts/cohorts.table.ts'
import type { Db } from '#server/db/database.ts'
import { handovers } from '#server/handovers/handovers.table.ts'
import { registrations } from '#server/registrations/registrations.table.ts'

/** A class that the marked person leads, and was in as a student; a handover of theirs. */
export const addMarkedCohort = async (db: Db, user_id: number) => {
  const [cohort] = await db.insert(cohorts).values({ name: '9 «А»' }).returning({ id: cohorts.id })
  const member = { cohort_id: cohort?.id as number, user_id }
  await db.insert(cohortLeaders).values(member)
  await db.insert(cohortStudents).values(member)
  const handed = {
    courses: [],
    cohorts: [],
    teachers: [],
    leaders: [],
    reviewers: [],
    tasks: [],
    leases: [],
    drafts: [],
  }
  await db.insert(handovers).values({ user_id, to_ids: [], handed })
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  await db
    .insert(cohortCodes)
    .values({ cohort_id: member.cohort_id, code: 'ABCD2345', created_by: user_id, expires_at })
  await db.insert(registrations).values({ user_id })
}
