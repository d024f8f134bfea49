import type { NewYearPlan, NewYearProposal } from '#contract/new-years/new-years.schema.ts'
import { graduateName, nextName } from '#contract/new-years/next-name.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import {
  listCohortStates,
  listLeaverIds,
  listPlannedCourses,
  type PlannedCohort,
  type PlannedCourse,
} from '#server/new-years/new-years.repo.ts'
import type { Changes } from '#server/new-years/new-years.table.ts'

/** Max courses that a refusal names. */
const maxNamed = 5

/** 52 weeks: the days of the week stay. */
const usualShift = 364

/** The school year that a day belongs to begins in this year; from May on, it is the coming one. */
const nextYear = (now: Date) => now.getFullYear() + (now.getMonth() < 4 ? -1 : 0)

/** The classes that would take the copy of a course: those whose name will be that of a class that takes it now. */
const nextCohorts = (course: PlannedCourse, cohorts: NewYearProposal['cohorts']) => {
  const now = cohorts.filter(({ id }) => course.cohort_ids.includes(id))
  const names = new Set(now.map(({ name }) => name))
  return cohorts.filter(({ act, new_name }) => act !== 'graduate' && names.has(new_name)).map(({ id }) => id)
}

/** What the rules propose: classes move up by their names, and each course that a class takes gets a copy. */
export const proposeNewYear = async (db: Db, now = new Date()): Promise<NewYearProposal> => {
  const [states, courses] = await Promise.all([listCohortStates(db), listPlannedCourses(db)])
  const year = nextYear(now)
  const cohorts = states.map(({ id, name, student_count }): NewYearProposal['cohorts'][number] => {
    const next = nextName(name)
    if (next === null) return { id, name, act: 'graduate', new_name: graduateName(name, year), student_count }
    return { id, name, act: next === undefined ? 'stay' : 'up', new_name: next ?? name, student_count }
  })
  return {
    shift_days: usualShift,
    starts_on: `${year}-09-01`,
    ends_on: `${year + 1}-05-31`,
    cohorts,
    courses: courses.map((course) => ({
      id: course.id,
      name: course.name,
      act: course.cohort_ids.length > 0 && course.status === 'published' ? 'renew' : 'stay',
      cohort_ids: course.cohort_ids,
      next_cohort_ids: nextCohorts(course, cohorts),
    })),
  }
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Refuses an id that is given twice, or that is no longer there. */
const checkIds = (field: string, wanted: number[], known: ReadonlyMap<number, unknown>) => {
  if (new Set(wanted).size < wanted.length || wanted.some((id) => !known.has(id))) {
    throw invalid(field, 'Список устарел. Обновите страницу.')
  }
}

/** Refuses courses that are in the archive by now: a second plan would copy them again. */
const checkCurrent = (courses: PlannedCourse[]) => {
  const names = courses.filter(({ status }) => status === 'archived').map(({ name }) => `«${name}»`)
  if (names.length === 0) return
  const more = names.length > maxNamed ? ` и ещё ${names.length - maxNamed}` : ''
  throw invalid('courses', `Уже в архиве: ${names.slice(0, maxNamed).join(', ')}${more}. Обновите страницу.`)
}

/**
 * Every change of a plan as things are now; 422 when it cannot be carried out. It takes a constant number of queries.
 */
export const changesOf = async (db: Db, plan: NewYearPlan): Promise<Changes> => {
  const [states, found] = await Promise.all([
    listCohortStates(db),
    listPlannedCourses(
      db,
      plan.courses.map(({ id }) => id),
    ),
  ])
  const [cohorts, courses] = [byId<PlannedCohort>(states), byId<PlannedCourse>(found)]
  checkIds(
    'cohorts',
    plan.cohorts.map(({ id }) => id),
    cohorts,
  )
  checkIds(
    'courses',
    plan.courses.map(({ id }) => id),
    courses,
  )
  checkCurrent(found)
  if (plan.starts_on && plan.ends_on && plan.ends_on < plan.starts_on) {
    throw invalid('ends_on', 'Последний день раньше первого')
  }
  const acts = byId(plan.cohorts)
  const nameOf = (id: number) => acts.get(id)?.name ?? cohorts.get(id)?.name ?? ''
  const graduates = plan.cohorts.filter(({ act }) => act === 'graduate')
  for (const { cohort_ids = [] } of plan.courses) {
    checkIds('courses', cohort_ids, cohorts)
    if (cohort_ids.some((id) => acts.get(id)?.act === 'graduate')) {
      throw invalid('courses', 'Выпускникам нельзя дать курс нового года.')
    }
  }
  return {
    cohorts: plan.cohorts.flatMap(({ id, act, name }) => {
      const cohort = cohorts.get(id)
      return cohort ? { id, name: cohort.name, new_name: name, act, student_count: cohort.student_count } : []
    }),
    courses: plan.courses.flatMap(({ id, act, name, cohort_ids = [] }) => {
      const course = courses.get(id)
      if (!course) return []
      const renews = act === 'renew'
      return {
        id,
        name: course.name,
        act,
        new_name: renews ? (name ?? course.name) : null,
        lesson_count: renews ? course.lesson_count : 0,
        cohorts: renews ? cohort_ids.map(nameOf) : [],
      }
    }),
    leaver_ids: await listLeaverIds(
      db,
      graduates.filter(({ deactivate }) => deactivate).map(({ id }) => id),
      graduates.map(({ id }) => id),
      plan.leaver_ids ?? [],
    ),
  }
}
