import type { CohortRow } from '#contract/cohorts/cohorts.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { daysOf } from '#web/cohorts/cohort-days.ts'
import { CardList } from '#web/ui/Card.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'
import { countedStudents } from '#web/users/counted-students.ts'

const noteOf = (cohort: CohortRow) =>
  [
    countedStudents(cohort.student_ids.length),
    counted(cohort.course_ids.length, 'курс', 'курса', 'курсов'),
    cohort.leaders.map(fullName).join(', '),
    daysOf(cohort),
  ]
    .filter(Boolean)
    .join(' · ')

/** Classes as rows that lead to their pages. */
export const CohortRows = ({ cohorts, label }: { cohorts: CohortRow[]; label: string }) => (
  <CardList aria-label={label}>
    {cohorts.map((cohort) => (
      <li key={cohort.id}>
        <RowLink to={pathTo('cohorts.show', { id: cohort.id })} title={cohort.name} whole note={noteOf(cohort)} />
      </li>
    ))}
  </CardList>
)
