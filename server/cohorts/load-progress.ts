import { behind } from '#contract/cohorts/behind.ts'
import type { CohortCell, CohortProgress, CohortStudent } from '#contract/cohorts/cohorts.schema.ts'
import { dayMs } from '#contract/durations.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { listContacts, listProgress } from '#server/cohorts/cohort-progress.repo.ts'
import type { CohortWithIds } from '#server/cohorts/cohorts.repo.ts'
import { loadCohort } from '#server/cohorts/present-cohort.ts'
import type { Db } from '#server/db/database.ts'

const nothing = (course_id: number): CohortCell => ({
  course_id,
  accepted: 0,
  total: 0,
  read: 0,
  lessons: 0,
  overdue: 0,
})

/** All courses of a class for each of its students, in a constant number of queries. */
export const loadCohortProgress = async (db: Db, row: CohortWithIds): Promise<CohortProgress> => {
  const now = new Date()
  const { student_ids, course_ids } = row
  const [{ students, courses }, rows, contacts] = await Promise.all([
    loadCohort(db, row),
    listProgress(db, student_ids, course_ids, now.toISOString()),
    listContacts(db, student_ids),
  ])
  const cellOf = new Map(rows.map(({ user_id, ...cell }) => [`${user_id}:${cell.course_id}`, cell]))
  const contactOf = new Map(contacts.map((contact) => [contact.id, contact]))
  const present = (person: Person): CohortStudent[] => {
    const contact = contactOf.get(person.id)
    if (!contact) return []
    const cells = courses.map(({ id }) => cellOf.get(`${person.id}:${id}`) ?? nothing(id))
    const overdue = cells.reduce((sum, cell) => sum + cell.overdue, 0)
    const seen = Date.parse(contact.visited_at ?? contact.created_at)
    const days_away = Math.max(0, Math.floor((now.getTime() - seen) / dayMs))
    return [
      {
        ...person,
        email: contact.email,
        visited_at: contact.visited_at,
        overdue,
        days_away,
        behind: days_away >= behind.days || overdue >= behind.overdue,
        cells,
      },
    ]
  }
  return { courses, students: students.flatMap(present) }
}
