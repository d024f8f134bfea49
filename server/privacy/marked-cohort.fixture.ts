import { cohortLeaders, cohortStudents, cohorts } from '#server/cohorts/cohorts.table.ts'
import type { Db } from '#server/db/database.ts'

/** A class that the marked person leads, and was in as a student. */
export const addMarkedCohort = async (db: Db, user_id: number) => {
  const [cohort] = await db.insert(cohorts).values({ name: '9 «А»' }).returning({ id: cohorts.id })
  const member = { cohort_id: cohort?.id as number, user_id }
  await db.insert(cohortLeaders).values(member)
  await db.insert(cohortStudents).values(member)
}
