import type { PeopleCounts } from '#contract/people-imports/people-imports.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { type ComparedRow, comparePeople, handlesOf } from '#server/people-imports/compare-people.ts'
import { listCohortNames, listKnownCourses, listKnownPeople } from '#server/people-imports/known-people.repo.ts'
import { deleteExcessChecks, insertImportRows, insertPeopleImport } from '#server/people-imports/people-imports.repo.ts'
import type { ReadFile } from '#server/people-imports/read-people.ts'
import type { ReadRow } from '#server/people-imports/read-person.ts'

/** How many rows have each verdict. */
export const countVerdicts = (rows: Pick<ComparedRow, 'verdict'>[]): PeopleCounts => {
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 }
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}

/** Compares rows with the school as it is: in three statements, however many there are. */
export const compareWithSchool = async (db: Db, actor: Actor, rows: ReadRow[]) => {
  const people = await listKnownPeople(db, handlesOf(rows))
  const [cohorts, courses] = [await listCohortNames(db), await listKnownCourses(db)]
  return comparePeople(actor, rows, { people, cohorts, courses })
}

/** Checks what was read from a file, and keeps it to be applied; returns the id of the import. */
export const checkPeople = (db: Db, actor: Actor, file: ReadFile, fileName: string) =>
  db.transaction(async (tx) => {
    const { rows, newClasses } = await compareWithSchool(tx, actor, file.rows)
    const id = await insertPeopleImport(tx, {
      user_id: actor.id,
      file_name: fileName,
      columns: file.columns,
      headings: file.headings,
      sheets: file.sheets,
      counts: countVerdicts(rows),
      new_classes: [...newClasses.values()],
    })
    await insertImportRows(
      tx,
      id,
      rows.map(({ plan, ...row }, index) => ({
        ...row,
        wanted: file.rows[index]?.wanted ?? {},
        file_errors: file.rows[index]?.errors ?? {},
      })),
    )
    await deleteExcessChecks(tx, actor.id)
    return id
  })
