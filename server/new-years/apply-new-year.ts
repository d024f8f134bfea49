import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import type { NewYearPlan } from '#contract/new-years/new-years.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { deleteCalendarLinks } from '#server/calendar/calendar-links.repo.ts'
import { copiedFields, copyContents, shiftDay } from '#server/courses/copy-course.ts'
import { insertCourses, lockCourses } from '#server/courses/courses.repo.ts'
import { settleCohorts } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import {
  archiveCourses,
  copyTeachers,
  digestOf,
  leaveCourses,
  listCohortStates,
  listCourseRecords,
  listDigestColumns,
  listFormer,
  lockCohorts,
  lockNewYear,
  setCohortStates,
  takeCourses,
  updateNewYear,
} from '#server/new-years/new-years.repo.ts'
import type { Changes, CohortState, Made } from '#server/new-years/new-years.table.ts'
import { changesOf } from '#server/new-years/plan-new-year.ts'
import { switchOff } from '#server/users/switch-off.ts'
import { lockPeople } from '#server/users/users.repo.ts'

/** Each renewed course gets a draft with its contents and teachers. */
const copyCourses = async (tx: Db, actor: Actor, { courses, shift_days }: NewYearPlan, publicUrl: string) => {
  const wanted = new Map(courses.filter(({ act }) => act === 'renew').map((course) => [course.id, course]))
  const records = await listCourseRecords(tx, [...wanted.keys()])
  const made = await insertCourses(
    tx,
    records.map((course) => ({
      ...copiedFields(course),
      name: wanted.get(course.id)?.name ?? course.name,
      starts_on: shiftDay(course.starts_on, shift_days),
    })),
  )
  const copies = records.flatMap(({ id }, place) => ({ id, copy_id: made[place]?.id as number }))
  const copyOf = new Map(copies.map(({ id, copy_id }) => [id, copy_id]))
  await copyContents(tx, actor, copyOf, { days: shift_days, publicUrl })
  await copyTeachers(tx, copies)
  return copies
}

const moveCohorts = async (tx: Db, plan: NewYearPlan) => {
  const acts = new Map(plan.cohorts.map((cohort) => [cohort.id, cohort]))
  const states = await listCohortStates(tx, [...acts.keys()])
  const before = states.map(({ id, name, starts_on, ends_on }): CohortState => ({ id, name, starts_on, ends_on }))
  const after = before.map((cohort): CohortState => {
    const { act, name = cohort.name } = acts.get(cohort.id) ?? {}
    if (act !== 'up') return { ...cohort, name }
    return {
      id: cohort.id,
      name,
      starts_on: plan.starts_on ?? cohort.starts_on,
      ends_on: plan.ends_on ?? cohort.ends_on,
    }
  })
  await setCohortStates(tx, after)
  return { before, after }
}

const carryOut = async (
  tx: Db,
  actor: Actor,
  plan: NewYearPlan,
  { leaver_ids }: Changes,
  publicUrl: string,
): Promise<Made> => {
  const courseIds = plan.courses.map(({ id }) => id)
  const archived = (await listCourseRecords(tx, courseIds)).map(({ id, status, changed_at }) => ({
    id,
    status,
    changed_at,
  }))
  const copies = await copyCourses(tx, actor, plan, publicUrl)
  const states = await moveCohorts(tx, plan)
  const { kept, left } = await leaveCourses(tx, courseIds)
  await archiveCourses(tx, courseIds)
  const copyOf = new Map(copies.map(({ id, copy_id }) => [id, copy_id]))
  const taken = plan.courses.flatMap(({ id, cohort_ids = [] }) => {
    const course_id = copyOf.get(id)
    return course_id === undefined ? [] : cohort_ids.map((cohort_id) => ({ cohort_id, course_id }))
  })
  await takeCourses(tx, taken)
  const copyIds = copies.map(({ copy_id }) => copy_id)
  const former = await listFormer(tx, leaver_ids)
  await switchOff(
    tx,
    leaver_ids.map((id) => ({ id, active: true })),
  )
  // leavers rarely return: nobody is left with an old link that works again
  await deleteCalendarLinks(tx, leaver_ids)
  await settleCohorts(tx, actor, copyIds)
  const columns = await listDigestColumns(tx)
  const digest = await digestOf(tx, copyIds, columns)
  return { ...states, archived, copies, digest, columns, left, taken, kept, leaver_ids, former }
}

/** How much a new year changes, for the journal of changes. */
export const countsOf = ({ cohorts, courses, leaver_ids }: Changes) => ({
  cohorts: cohorts.length,
  copies: courses.filter(({ act }) => act === 'renew').length,
  archived: courses.length,
  leavers: leaver_ids.length,
})

/**
 * Carries a plan out, all of it or nothing, in a constant number of statements: classes move up, courses are copied
 * with shifted dates and go into the archive, leavers' accounts are switched off. 409 unless everything is as it was
 * planned.
 */
export const applyNewYear = ({ db, config }: Pick<Deps, 'db' | 'config'>, actor: Actor, id: number) =>
  db.transaction(async (tx) => {
    const { status, plan, changes } = found(await lockNewYear(tx, id))
    if (status !== 'planned') throw new Refusal('wrong-state', { detail: 'Этот план уже выполнен.' })
    await lockCohorts(
      tx,
      [...plan.cohorts, ...plan.courses.flatMap(({ cohort_ids = [] }) => cohort_ids.map((id) => ({ id })))].map(
        ({ id }) => id,
      ),
    )
    await lockCourses(
      tx,
      plan.courses.map(({ id }) => id),
    )
    await lockPeople(tx, changes.leaver_ids)
    const now = await changesOf(tx, plan).catch((error) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (JSON.stringify(now) !== JSON.stringify(sorted(changes))) {
      throw new Refusal('conflict', {
        detail: `С тех пор ${cohortCalled('many')}, курсы или ${called('студенты')} изменились. Посмотрите изменения ещё раз.`,
      })
    }
    const made = await carryOut(tx, actor, plan, changes, config.publicUrl)
    const object = { kind: 'settings' as const, id: 'new-year' }
    await addAuditEntry(tx, { actor, kind: 'new-year', object, after: { year: countsOf(changes) } })
    return updateNewYear(tx, id, { status: 'applied', made, applied_at: new Date().toISOString() })
  })

/** PostgreSQL keeps the fields of objects in an order of its own: back to that of `changesOf`. */
const sorted = ({ cohorts, courses, leaver_ids }: Changes): Changes => ({
  cohorts: cohorts.map(({ id, name, new_name, act, student_count }) => ({ id, name, new_name, act, student_count })),
  courses: courses.map(({ id, name, act, new_name, lesson_count, cohorts }) => ({
    id,
    name,
    act,
    new_name,
    lesson_count,
    cohorts,
  })),
  leaver_ids,
})
