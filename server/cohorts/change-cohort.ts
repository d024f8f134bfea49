import { type CohortChange, type CohortCreate, datesProblem } from '#contract/cohorts/cohorts.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { KeptFields } from '#server/audit/audit.table.ts'
import { checkSizes } from '#server/cohorts/check-size.ts'
import {
  addCohortStudent,
  deleteCohort,
  insertCohort,
  listCoursesById,
  listMembership,
  lockCohort,
  setCohortCourses,
  setCohortLeaders,
  setCohortStudents,
  updateCohort,
} from '#server/cohorts/cohorts.repo.ts'
import { lockCourses } from '#server/courses/courses.repo.ts'
import { settleCohorts } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import { found, invalid } from '#server/http/refusal.ts'
import { unique } from '#server/unique.ts'
import { holdPeople, listActiveUsers } from '#server/users/users.repo.ts'

/**
 * Acts on classes lock the class first, then its courses, in the order of their ids, then the people who are new in it:
 * of two acts on one class, or on one student in one course, the second sees what the first has done. Each takes a
 * constant number of statements.
 */

const without = (ids: number[], others: number[]) => {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}

/** Checks who is new in a class; who is there already may stay, whatever has become of them. */
const checkPeople = async (
  tx: Db,
  {
    field,
    ids,
    kept,
    among,
    sentence,
  }: { field: string; ids: number[]; kept: number[]; among: RoleSlug[]; sentence: string },
) => {
  const added = without(ids, kept)
  if ((await listActiveUsers(tx, added, among)).length < added.length) throw invalid(field, sentence)
}

const setLeaders = async (tx: Db, id: number, ids: number[], kept: number[]) => {
  const sentence = 'Руководить могут только преподаватели и кураторы с работающей учётной записью.'
  await checkPeople(tx, { field: 'leader_ids', ids, kept, among: ['teacher', 'curator'], sentence })
  await setCohortLeaders(tx, id, ids)
}

const setStudents = async (tx: Db, id: number, ids: number[], kept: number[]) => {
  const sentence = `В списке есть тот, кого нельзя добавить: учиться могут только ${called('студенты')} с работающей учётной записью.`
  await checkPeople(tx, { field: 'student_ids', ids, kept, among: ['student'], sentence })
  await setCohortStudents(tx, id, ids)
}

const setCourses = async (tx: Db, id: number, ids: number[], kept: number[]) => {
  const added = without(ids, kept)
  if (added.length > 0 && (await listCoursesById(tx, added)).length < added.length) {
    throw invalid('course_ids', 'Одного из этих курсов больше нет. Обновите страницу.')
  }
  await setCohortCourses(tx, id, ids)
}

/** Replaces the sets that are given, and enrols or ends accordingly. The class must be locked. */
const setMembership = async (
  tx: Db,
  actor: Actor,
  id: number,
  { leader_ids, student_ids, course_ids }: Pick<CohortChange, 'leader_ids' | 'student_ids' | 'course_ids'>,
) => {
  const kept = await listMembership(tx, id)
  const touched = student_ids || course_ids ? unique([...kept.course_ids, ...(course_ids ?? [])]) : []
  await lockCourses(tx, touched)
  await holdPeople(tx, [...without(leader_ids ?? [], kept.leader_ids), ...without(student_ids ?? [], kept.student_ids)])
  if (leader_ids) await setLeaders(tx, id, unique(leader_ids), kept.leader_ids)
  if (student_ids) await setStudents(tx, id, unique(student_ids), kept.student_ids)
  if (course_ids) await setCourses(tx, id, unique(course_ids), kept.course_ids)
  await settleCohorts(tx, actor, touched)
}

type Membership = Awaited<ReturnType<typeof listMembership>>

/** What `from` has and `to` lacks. */
const lacking = (from: Membership, to: Membership): KeptFields => {
  const lists = {
    teachers: without(from.leader_ids, to.leader_ids),
    students: without(from.student_ids, to.student_ids),
    courses: without(from.course_ids, to.course_ids),
  }
  return Object.fromEntries(Object.entries(lists).filter(([, ids]) => ids.length > 0))
}

const nobody: Membership = { leader_ids: [], student_ids: [], course_ids: [] }

/** Writes what a change has done to a class, unless it has done nothing. */
const audit = async (tx: Db, actor: Actor, id: number, kept: Membership, fields: string[]) => {
  const now = await listMembership(tx, id)
  const before = lacking(kept, now)
  const after = { ...lacking(now, kept), ...(fields.length > 0 && { fields }) }
  if (Object.keys(before).length + Object.keys(after).length === 0) return
  await addAuditEntry(tx, { actor, kind: 'cohort-changed', object: { kind: 'cohort', id }, before, after })
}

const checkDates = (dates: { starts_on?: string | null; ends_on?: string | null }) => {
  const sentence = datesProblem(dates)
  if (sentence) throw invalid('ends_on', sentence)
}

/** Makes a class, and enrols its students in its courses; returns its id. */
export const createCohort = (db: Db, actor: Actor, { name, starts_on, ends_on, ...sets }: CohortCreate) =>
  db.transaction(async (tx) => {
    const { id } = await insertCohort(tx, { name, starts_on: starts_on ?? null, ends_on: ends_on ?? null })
    await setMembership(tx, actor, id, sets)
    const after = lacking(await listMembership(tx, id), nobody)
    await addAuditEntry(tx, { actor, kind: 'cohort-created', object: { kind: 'cohort', id }, after })
    return id
  })

/** Changes a class; its students are enrolled and leave courses accordingly. 404 when it was deleted meanwhile. */
export const changeCohort = (
  db: Db,
  actor: Actor,
  id: number,
  { leader_ids, student_ids, course_ids, ...fields }: CohortChange,
) =>
  db.transaction(async (tx) => {
    const cohort = found(await lockCohort(tx, id))
    checkDates({ ...cohort, ...fields })
    const kept = await listMembership(tx, id)
    await updateCohort(tx, id, fields)
    await setMembership(tx, actor, id, { leader_ids, student_ids, course_ids })
    const changed = (['name', 'starts_on', 'ends_on'] as const).filter(
      (field) => fields[field] !== undefined && fields[field] !== cohort[field],
    )
    await audit(tx, actor, id, kept, changed)
  })

/** Deletes a class. Who takes its courses only with it leaves them; marks stay. 404 when it was deleted meanwhile. */
export const removeCohort = (db: Db, actor: Actor, id: number) =>
  db.transaction(async (tx) => {
    const { name } = found(await lockCohort(tx, id))
    const kept = await listMembership(tx, id)
    const { course_ids } = kept
    await lockCourses(tx, course_ids)
    await deleteCohort(tx, id)
    const before = { name, ...lacking(kept, nobody) }
    await addAuditEntry(tx, { actor, kind: 'cohort-deleted', object: { kind: 'cohort', id }, before })
    await settleCohorts(tx, actor, course_ids)
  })

/**
 * Adds a student to a class and enrols them in its courses; call it in a transaction. Nothing happens when the class
 * was deleted meanwhile; 409 when it is full.
 */
export const joinCohort = async (tx: Db, actor: Actor, id: number, userId: number) => {
  if (!(await lockCohort(tx, id))) return
  const kept = await listMembership(tx, id)
  const { course_ids } = kept
  await lockCourses(tx, course_ids)
  await addCohortStudent(tx, id, userId)
  await checkSizes(tx, [id])
  await settleCohorts(tx, actor, course_ids)
  await audit(tx, actor, id, kept, [])
}
