import { and, eq } from 'drizzle-orm'
import { cohortLeaders, cohortStudents } from '#server/cohorts/cohorts.table.ts'
import type { Db } from '#server/db/database.ts'

/** Whether somebody leads a class that the student is in. */
export const leadsStudent = async (db: Db, leaderId: number, studentId: number) => {
  const [row] = await db
    .select({ cohort_id: cohortLeaders.cohort_id })
    .from(cohortLeaders)
    .innerJoin(cohortStudents, eq(cohortStudents.cohort_id, cohortLeaders.cohort_id))
    .where(and(eq(cohortLeaders.user_id, leaderId), eq(cohortStudents.user_id, studentId)))
    .limit(1)
  return row !== undefined
}
