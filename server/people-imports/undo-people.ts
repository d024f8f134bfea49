import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { cohortCalled, cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { reopenApplications } from '#server/applications/applications.repo.ts'
import { addAuditEntries } from '#server/audit/audit.repo.ts'
import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { needFreshPassword } from '#server/auth/fresh-password.ts'
import { checkSizes } from '#server/cohorts/check-size.ts'
import { lockCourses } from '#server/courses/courses.repo.ts'
import { settleCohorts } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import { deleteEffectsAbout } from '#server/effects/effects.repo.ts'
import { addEffects } from '#server/effects/effects.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { listBusy, listForeignCourses } from '#server/people-imports/known-people.repo.ts'
import {
  deleteCohorts,
  listCohortRows,
  listCoursesOfCohorts,
  lockCohorts,
  lockPeople,
} from '#server/people-imports/make-people.repo.ts'
import {
  type Change,
  changesBetween,
  forgetBounces,
  listBegun,
  listChanges,
  listCohortsWithOthers,
  listUsed,
  loadRowsOf,
  type RowsOf,
  restoreRows,
} from '#server/people-imports/people-changes.repo.ts'
import {
  canStillUndo,
  lockPeopleImport,
  lockPeopleImports,
  markUndone,
  undoDays,
} from '#server/people-imports/people-imports.repo.ts'
import { unique } from '#server/unique.ts'
import { listActiveUsers } from '#server/users/users.repo.ts'

/** Whether the address of somebody whom the school knew before is restored. */
const movesAddress = ({ table_name, before, after }: Change) =>
  table_name === 'users' && after !== null && before !== null && 'email' in before

const changedSince = (detail: string) => new Refusal('wrong-state', { detail })

const keyText = ({ table_name, key }: Pick<Change, 'table_name' | 'key'>) =>
  `${table_name} ${JSON.stringify(Object.entries(key).sort())}`

/** A mail server that has refused an address since is no change of the person. */
const isCompared = (column: string) => column !== 'email_bounced_at'

/** Whether a row still has what the import has put there; who has confirmed an address uses it. */
const isKept = (change: Change, now: Map<string, RowsOf[number]['row']>) => {
  const row = now.get(keyText(change))
  if (change.after === null) return row === undefined
  if (movesAddress(change) && row?.email_confirmed_at !== null) return false
  return (
    row !== undefined &&
    Object.entries(change.after).every(
      ([column, value]) => !isCompared(column) || isDeepStrictEqual(row[column], value),
    )
  )
}

/** What was added to new people since, and ends with their accounts. */
const ended = new Set(['course_leavers', 'consent_requests'])

/** The accounts that an import opened. */
const newPeople = (changes: Change[]) =>
  changes.flatMap(({ table_name, before, key }) => (table_name === 'users' && before === null ? (key.id ?? []) : []))

/** Whether the role of somebody whom the school knew before is restored. */
const changesRole = ({ table_name, before }: Change) => table_name === 'users' && before?.role !== undefined

/** Whether the role, the login or the address of somebody who stays is restored. */
const changesAccess = ({ table_name, before, after }: Change) =>
  table_name === 'users' && after !== null && ['role', 'login', 'email'].some((column) => column in (before ?? {}))

/** The enrolment that an import has made. */
const enrolmentOf = ({ table_name, before, after, key, user_id }: Change) =>
  table_name === 'course_students' && before === null && after !== null && user_id !== null
    ? [{ course_id: key.course_id as number, user_id, since: after.since as string }]
    : []

/** The courses that an import has appointed or enrolled by hand for, as only those who may change them can by hand. */
const coursesBy = (changes: Change[]) =>
  changes.flatMap(({ table_name, before, after, key }) =>
    // who was there with their class already is enrolled by hand since
    (table_name === 'course_teachers' && before === null) ||
    (table_name === 'course_students' && after?.by_hand === true)
      ? (key.course_id ?? [])
      : [],
  )

/** The class that somebody is in again whom the import has taken out of it. */
const returnsTo = ({ table_name, before, key }: Change) =>
  table_name === 'cohort_students' && before !== null ? (key.cohort_id ?? []) : []

/** Refuses when somebody has changed what the import made, or has begun to use it. */
const checkUnchanged = async (tx: Db, actor: Actor, changes: Change[], appliedAt: string) => {
  const ofPeople = changes.filter(({ user_id }) => user_id !== null)
  const userIds = unique(ofPeople.flatMap(({ user_id }) => user_id ?? []))
  const rows = await loadRowsOf(tx, userIds)
  // the same shape that changes have: everything is new to nobody
  const now = new Map(changesBetween([], rows).map((change) => [keyText(change), change.after ?? {}]))
  if (!ofPeople.every((change) => isKept(change, now))) {
    throw changedSince('Данные этих людей с тех пор изменили, поэтому отменить импорт целиком нельзя.')
  }

  const newIds = new Set(newPeople(changes))
  const made = new Set(changes.map(keyText))
  // that somebody has left a course in the meantime, or that a parent was reminded, ends with the account
  const added = changesBetween([], rows).filter(
    ({ user_id, ...row }) => newIds.has(user_id ?? 0) && !ended.has(row.table_name) && !made.has(keyText(row)),
  )
  if (added.length > 0) {
    throw changedSince(
      `Новых людей с тех пор добавили в другие ${cohortCalled('many')} или курсы, поэтому отменить импорт нельзя.`,
    )
  }
  if ((await listUsed(tx, 'users', [...newIds])).length > 0) {
    throw changedSince('Кто-то из новых людей уже заходил на сайт, поэтому отменить импорт нельзя.')
  }

  const enrolled = changes.flatMap(({ table_name, before, key, user_id }) =>
    table_name === 'course_students' && before === null && user_id !== null && !newIds.has(user_id)
      ? [{ course_id: key.course_id as number, user_id }]
      : [],
  )
  if ((await listBegun(tx, enrolled, appliedAt)).length > 0) {
    throw changedSince('Кто-то из записанных на курсы уже начал работы, поэтому отменить импорт нельзя.')
  }

  const changedRoles = changes.filter(changesRole).flatMap(({ user_id }) => user_id ?? [])
  const ofCurators =
    changes.some(({ table_name, before }) => table_name === 'users' && before?.role === 'curator') ||
    (await listActiveUsers(tx, userIds, ['curator'])).length > 0
  authorize(
    !ofCurators || curates(actor, 'all'),
    'В этом импорте есть кураторы: его отменяет куратор со всеми правами.',
  )
  authorize(
    (await listForeignCourses(tx, actor, coursesBy(changes))).length === 0,
    'Этот импорт менял состав курсов: его отменяет куратор с правом на курсы.',
  )
  if (changedRoles.includes(actor.id)) {
    throw changedSince('Этот импорт изменил вашу роль. Попросите другого куратора его отменить.')
  }
  const leads = changes.filter(
    ({ table_name, before }) => ['course_teachers', 'cohort_leaders'].includes(table_name) && before === null,
  )
  if (
    (
      await listBusy(
        tx,
        changedRoles,
        leads.map(({ table_name, key }) => ({ table_name, key })),
      )
    ).length > 0
  ) {
    throw changedSince(
      `Тот, чью роль изменил импорт, уже ведёт курсы или ${cohortCalled('many')}, поэтому отменить импорт нельзя.`,
    )
  }
}

/** Refuses when a class that the import made was changed or is used. */
const checkClasses = async (tx: Db, changes: Change[], userIds: number[]) => {
  const made = changes.filter(({ table_name }) => table_name === 'cohorts')
  const ids = made.flatMap(({ key }) => key.id ?? [])
  if (ids.length === 0) return []
  const now = new Map((await listCohortRows(tx, ids)).map((row) => [row.id, row]))
  const isSame = made.every(({ key, after }) => {
    const row = now.get(key.id as number)
    return row?.name === after?.name && row?.starts_on === after?.starts_on && row?.ends_on === after?.ends_on
  })
  const others = isSame ? await listCohortsWithOthers(tx, ids, userIds) : ids
  if (others.length > 0 || (await listUsed(tx, 'cohorts', ids)).length > 0) {
    throw changedSince(`Созданные ${cohortCalled('many')} с тех пор изменили, поэтому отменить импорт нельзя.`)
  }
  return ids
}

/** Writes whom the courses lose again. */
const audit = async (tx: Db, actor: Actor, importId: number, changes: Change[]) => {
  const roles = changes.flatMap(({ table_name, before, after, user_id }) =>
    table_name === 'users' && before?.role !== undefined && user_id !== null
      ? [{ id: user_id, from: after?.role as 'student', to: before.role as 'student' }]
      : [],
  )
  const gone = (table: string) =>
    Map.groupBy(
      changes.filter(({ table_name, before }) => table_name === table && before === null),
      ({ key }) => key.course_id as number,
    )
  const ids = (group: Change[]) => group.flatMap(({ user_id }) => user_id ?? [])
  await addAuditEntries(tx, [
    ...roles.map(({ id, from, to }) => ({
      actor,
      kind: 'user-role' as const,
      object: { kind: 'user' as const, id },
      before: { role: from },
      after: { role: to },
    })),
    ...[...gone('course_students')].map(([id, group]) => ({
      actor,
      kind: 'course-students' as const,
      object: { kind: 'course' as const, id },
      before: { students: ids(group) },
    })),
    ...[...gone('course_teachers')].map(([id, group]) => ({
      actor,
      kind: 'course-teachers' as const,
      object: { kind: 'course' as const, id },
      before: { teachers: ids(group) },
    })),
    {
      actor,
      kind: 'people-import-undone' as const,
      object: { kind: 'people-file' as const, id: importId },
      after: { count: unique(ids(changes)).length },
    },
  ])
}

/** Refuses where others have what is restored, or where a class or a course of it is gone. */
const unlessImpossible = (error: unknown): never => {
  const { cause } = error as { cause?: { code?: string } }
  if (cause?.code === '23505') {
    throw changedSince('Прежнюю почту или логин кого-то из этих людей заняли, поэтому отменить импорт нельзя.')
  }
  if (cause?.code === '23503') {
    throw changedSince(
      `${cohortTitle('this')} или курс, где кто-то из этих людей был раньше, удалили, поэтому отменить импорт нельзя.`,
    )
  }
  throw error
}

/** Letters about restored roles, as after any other change of a role: to the confirmed addresses that people have again. */
const sendRoleLetters = async (tx: Db, changes: Change[]) => {
  const at = new Date().toISOString()
  const people = await lockPeople(
    tx,
    changes.filter(changesRole).flatMap(({ user_id }) => user_id ?? []),
  )
  await addEffects(
    tx,
    'security-letter',
    people.flatMap(({ id: user_id, email, email_confirmed_at, role }) =>
      email !== null && email_confirmed_at !== null
        ? [{ user_id, at, email, news: 'role-changed' as const, role }]
        : [],
    ),
  )
}

/** Ends the links that went to wrong addresses; who has no password yet gets a new one at the address that is theirs. */
const restoreLinks = async (tx: Db, changes: Change[]) => {
  const ids = changes.filter(movesAddress).flatMap(({ user_id }) => user_id ?? [])
  await deletePasswordResetsOf(tx, ...ids)
  await deleteEffectsAbout(tx, ['invitation-letter'], ids)
  const people = await lockPeople(tx, ids)
  await addEffects(
    tx,
    'invitation-letter',
    people.flatMap(({ id, email, password_hash, awaits_parent_at }) =>
      email !== null && password_hash === null && awaits_parent_at === null ? [{ user_id: id }] : [],
    ),
  )
}

/**
 * Undoes an applied import as a whole: the database is what it was before, but for the import itself and what is only
 * ever added to. Refuses when somebody has changed since what it made, or a class has become full. What needs a fresh
 * password by hand needs it here.
 */
export const undoPeople = (
  db: Db,
  { actor, request }: { actor: Actor; request: Pick<FastifyRequest, 'passwordAt'> },
  id: number,
) =>
  db.transaction(async (tx) => {
    await lockPeopleImports(tx)
    const record = found(await lockPeopleImport(tx, id))
    if (record.status !== 'applied' || record.applied_at === null) {
      throw new Refusal('wrong-state', {
        detail: record.status === 'undone' ? 'Этот импорт уже отменён.' : 'Этот импорт ещё не применён.',
      })
    }
    if (!canStillUndo(record.applied_at)) {
      throw new Refusal('wrong-state', { detail: `Импорт можно отменить только ${undoDays} дней.` })
    }
    const changes = await listChanges(tx, id)
    const of = (table: string, column: string) =>
      unique(changes.flatMap(({ table_name, key }) => (table_name === table ? (key[column] ?? []) : [])))
    const classes = of('cohort_students', 'cohort_id')
    await lockCohorts(tx, unique([...of('cohorts', 'id'), ...classes, ...of('cohort_leaders', 'cohort_id')]))
    const taken = unique([...of('course_students', 'course_id'), ...(await listCoursesOfCohorts(tx, classes))])
    await lockCourses(tx, unique([...taken, ...of('course_teachers', 'course_id')]))
    const userIds = unique(changes.flatMap(({ user_id }) => user_id ?? []))
    await lockPeople(tx, userIds)
    await checkUnchanged(tx, actor, changes, record.applied_at)
    if (changes.some(changesAccess)) needFreshPassword(request)
    const madeClasses = await checkClasses(tx, changes, userIds)
    await deleteEffectsAbout(tx, ['child-account-letter', 'invitation-letter'], newPeople(changes))
    // what is refused now is the address that the import has brought
    await forgetBounces(tx, unique(changes.filter(movesAddress).flatMap(({ user_id }) => user_id ?? [])))
    await restoreRows(tx, changes).catch(unlessImpossible)
    if (madeClasses.length > 0) await deleteCohorts(tx, madeClasses)
    await checkSizes(tx, unique(changes.flatMap(returnsTo)))
    await restoreLinks(tx, changes)
    await sendRoleLetters(tx, changes)
    await reopenApplications(tx, changes.flatMap(enrolmentOf))
    // the classes may take other courses by now
    await settleCohorts(tx, actor, taken)
    await audit(tx, actor, id, changes)
    await markUndone(tx, id)
  })
