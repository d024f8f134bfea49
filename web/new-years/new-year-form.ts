import type { NewYearPlan, NewYearProposal } from '#contract/new-years/new-years.schema.ts'
import type { Person } from '#contract/users/users.schema.ts'

type CohortRow = NewYearProposal['cohorts'][number] & { deactivate: boolean }
type CourseRow = NewYearProposal['courses'][number] & {
  /** The classes that were chosen by hand; null for those of the rule. */
  chosen: number[] | null
}

/** A new year as it is put together on screen. */
export interface NewYearForm {
  shift_days: number
  starts_on: string
  ends_on: string
  cohorts: CohortRow[]
  courses: CourseRow[]
  leavers: Person[]
}

export const formOf = (proposal: NewYearProposal): NewYearForm => ({
  ...proposal,
  cohorts: proposal.cohorts.map((cohort) => ({ ...cohort, deactivate: false })),
  courses: proposal.courses.map((course) => ({ ...course, chosen: null })),
  leavers: [],
})

/** The name of a class in the new year. */
export const nameAfter = ({ act, name, new_name }: CohortRow) => (act === 'stay' ? name : new_name.trim())

/**
 * The classes that take the copy of a course: those chosen by hand, or those whose new name is that of a class that
 * takes it now. A class that leaves takes nothing.
 */
export const takersOf = ({ cohorts }: Pick<NewYearForm, 'cohorts'>, course: CourseRow) => {
  const names = new Set(cohorts.filter(({ id }) => course.cohort_ids.includes(id)).map(({ name }) => name))
  return cohorts.filter(
    (cohort) =>
      cohort.act !== 'graduate' && (course.chosen ? course.chosen.includes(cohort.id) : names.has(nameAfter(cohort))),
  )
}

/** The plan that the form describes; what stays is left out. */
export const planOf = (form: NewYearForm): NewYearPlan => ({
  shift_days: form.shift_days,
  starts_on: form.starts_on || null,
  ends_on: form.ends_on || null,
  cohorts: form.cohorts.flatMap(({ id, act, new_name, deactivate }) =>
    act === 'stay' ? [] : { id, act, name: new_name, ...(act === 'graduate' && { deactivate }) },
  ),
  courses: form.courses.flatMap((course) => {
    if (course.act === 'stay') return []
    const { id, act } = course
    return act === 'archive' ? { id, act } : { id, act, cohort_ids: takersOf(form, course).map((cohort) => cohort.id) }
  }),
  leaver_ids: form.leavers.map(({ id }) => id),
})
