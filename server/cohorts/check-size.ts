import { cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { maxInCohort } from '#contract/cohorts/cohorts.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { listLargerCohorts } from '#server/cohorts/cohorts.repo.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Refuses classes that have become larger than one may be: nobody could change their lists any more. */
export const checkSizes = async (tx: Db, cohortIds: number[]) => {
  const [name] = await listLargerCohorts(tx, cohortIds, maxInCohort.students)
  if (name === undefined) return
  const students = `${maxInCohort.students} ${called('студентов')}`
  throw new Refusal('wrong-state', {
    detail: `«${name}»: стало бы больше ${students}. ${cohortTitle('this')} нужно разделить.`,
  })
}
