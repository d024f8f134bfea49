import type { NewYearPlan, NewYearProposal } from '#contract/new-years/new-years.schema.ts'
import type { Person } from '#contract/users/users.schema.ts'

type CohortRow = NewYearProposal['cohorts'][number] & { deactivate: boolean }
type CourseRow = NewYearProposal['courses'][number] & {
  /** The classes that were chosen by hand; null for those of the rule. */
  chosen: number[] | null
}

/** A new year as it is put together on screen. */
export interface NewYearForm {
  /** In days; what is no number yet, an empty field or a minus, as it is typed. */
  shift_days: number | string
  starts_on: string
  ends_on: string
  cohorts: CohortRow[]
  courses: CourseRow[]
  leavers: Person[]
}

/** What a person has chosen over the proposal: kept by itself, since the school changes in the meantime. */
export interface NewYearChoices {
  dates: Partial<Pick<NewYearForm, 'shift_days' | 'starts_on' | 'ends_on'>>
  cohorts: Record<number, Partial<Pick<CohortRow, 'act' | 'new_name' | 'deactivate'>>>
  courses: Record<number, Partial<Pick<CourseRow, 'act' | 'chosen'>>>
  leavers: Person[]
}

export const noChoices: NewYearChoices = { dates: {}, cohorts: {}, courses: {}, leavers: [] }

/** The proposal with what has been chosen so far. */
export const formOf = (
  proposal: NewYearProposal,
  { dates, cohorts, courses, leavers }: NewYearChoices,
): NewYearForm => ({
  ...proposal,
  ...dates,
  cohorts: proposal.cohorts.map((cohort) => ({ ...cohort, deactivate: false, ...cohorts[cohort.id] })),
  courses: proposal.courses.map((course) => ({ ...course, chosen: null, ...courses[course.id] })),
  leavers,
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
  // the server refuses NaN: a field without a number is not a shift of zero days
  shift_days: form.shift_days === '' ? Number.NaN : Number(form.shift_days),
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
