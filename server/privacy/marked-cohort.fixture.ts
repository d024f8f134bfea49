import { cohortLeaders, cohortStudents, cohorts } from '#server/cohorts/cohorts.table.ts'
import type { Db } from '#server/db/database.ts'
import { handovers } from '#server/handovers/handovers.table.ts'

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
}
