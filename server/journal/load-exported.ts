import { cohortCalled, cohortTitle } from '#contract/cohorts/cohort-words.ts'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { columnsWithin } from '#contract/journal/journal-columns.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import type { CourseWithFacts } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import { listExportedPeople } from '#server/journal/export-people.repo.ts'
import type { ExportedJournal } from '#server/journal/journal-sheet.ts'
import { loadJournal } from '#server/journal/present-journal.ts'
import { listCohortsOfStudents } from '#server/users/list-people.repo.ts'

/**
 * The journal of a course to export: of one class, of one period, or all of it. E-mail and the school's own number are
 * for curators who see to people. 422 for a period or a class that the journal does not have.
 */
export const loadExported = async (
  db: Db,
  actor: Actor,
  course: CourseWithFacts,
  { cohort_id, period_id }: { cohort_id?: number | undefined; period_id?: number | undefined },
): Promise<ExportedJournal> => {
  const journal: Journal = await loadJournal(db, actor, course)
  const period = journal.periods.find(({ id }) => id === period_id)
  if (period_id !== undefined && !period) throw invalid('period_id', 'Такого периода в этом журнале нет.')
  const ids = journal.rows.map(({ student }) => student.id)
  const seesFiles = curates(actor, 'people')
  const [classes, people] = await Promise.all([
    listCohortsOfStudents(db, ids),
    seesFiles ? listExportedPeople(db, ids) : [],
  ])
  if (cohort_id !== undefined && !classes.some(({ id }) => id === cohort_id))
    throw invalid('cohort_id', `Из ${cohortCalled('of')} в журнале никого нет.`)
  const classesOf = Map.groupBy(classes, ({ user_id }) => user_id)
  const fileOf = new Map(people.map(({ id, ...file }) => [id, file]))
  const isIn = (id: number) => cohort_id === undefined || classesOf.get(id)?.some((each) => each.id === cohort_id)
  return {
    journal: { ...journal, rows: journal.rows.filter(({ student }) => isIn(student.id)) },
    columns: columnsWithin(journal, period),
    cohortTitle: cohortTitle('one'),
    seesFiles,
    people: Object.fromEntries(
      ids.map((id) => [
        id,
        {
          classes: (classesOf.get(id) ?? []).map(({ name }) => name).join(', '),
          email: fileOf.get(id)?.email ?? '',
          own_number: fileOf.get(id)?.own_number ?? '',
        },
      ]),
    ),
  }
}
