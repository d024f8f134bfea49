import { cohortCodes, cohortLeaders, cohortStudents, cohorts } from '#server/cohorts/cohorts.table.ts'
import type { Db } from '#server/db/database.ts'
import { handovers } from '#server/handovers/handovers.table.ts'
import { peopleImportChanges, peopleImportRows, peopleImports } from '#server/people-imports/people-imports.table.ts'
import { registrations } from '#server/registrations/registrations.table.ts'

type Mark = (column: `${string}.${string}`) => string

/** A class that the marked person leads, and was in as a student; a handover of theirs. */
export const addMarkedCohort = async (db: Db, user_id: number, mark: Mark) => {
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
  await db.insert(registrations).values({ user_id, application_text: mark('registrations.application_text') })
  await addMarkedPeopleImport(db, user_id, mark)
}

/** A file of people that the marked person has sent, with a row about them. */
const addMarkedPeopleImport = async (db: Db, user_id: number, mark: Mark) => {
  const [made] = await db
    .insert(peopleImports)
    .values({
      user_id,
      file_name: mark('people_imports.file_name'),
      columns: { email: mark('people_imports.columns') },
      headings: [mark('people_imports.headings')],
      sheets: { read: mark('people_imports.sheets'), others: [] },
      counts: { new: 0, changed: 1, same: 0, wrong: 0 },
      new_classes: [mark('people_imports.new_classes')],
    })
    .returning({ id: peopleImports.id })
  const row = { import_id: made?.id as number, user_id }
  await db.insert(peopleImportRows).values({
    ...row,
    line: 2,
    verdict: 'changed',
    name: mark('people_import_rows.name'),
    wanted: { surname: mark('people_import_rows.wanted') },
    errors: { email: [mark('people_import_rows.errors')] },
    file_errors: { email: [mark('people_import_rows.file_errors')] },
    changes: ['surname'],
  })
  await db.insert(peopleImportChanges).values({
    ...row,
    table_name: 'users',
    key: { id: user_id },
    before: { surname: mark('people_import_changes.before') },
    after: { surname: mark('people_import_changes.after') },
  })
}
