import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { isAtLeast } from '#contract/auth/auth.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntries, addAuditEntry } from '#server/audit/audit.repo.ts'
import { needFreshPassword } from '#server/auth/fresh-password.ts'
import { checkSizes } from '#server/cohorts/check-size.ts'
import { askParents } from '#server/consents/ask-parents.ts'
import { followBirthDates } from '#server/consents/follow-birth-dates.ts'
import { lockCourses } from '#server/courses/courses.repo.ts'
import { enrolPeople } from '#server/courses/set-members.ts'
import type { Db } from '#server/db/database.ts'
import { addEffects, type EffectPayloads } from '#server/effects/effects.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { compareWithSchool, countVerdicts } from '#server/people-imports/check-people.ts'
import type { ComparedRow, RowPlan } from '#server/people-imports/compare-people.ts'
import { listLoginsLike } from '#server/people-imports/known-people.repo.ts'
import { freeLogin, loginBase } from '#server/people-imports/make-login.ts'
import {
  addCohortLeaders,
  addCohortStudents,
  addCourseTeachers,
  insertCohorts,
  insertPeople,
  listCohortRows,
  listCoursesOfCohorts,
  lockCohorts,
  lockPeople,
  type NewAccount,
  saveParents,
  updatePeople,
} from '#server/people-imports/make-people.repo.ts'
import { changesBetween, insertChanges, loadRowsOf } from '#server/people-imports/people-changes.repo.ts'
import {
  listReadRows,
  lockPeopleImport,
  lockPeopleImports,
  markApplied,
} from '#server/people-imports/people-imports.repo.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { unique } from '#server/unique.ts'
import { changesAccess, keepOneCuratorBeside } from '#server/users/change-user.ts'
import { leaveFormerPlaces } from '#server/users/leave-former-places.ts'
import { refuseMorePlaces } from '#server/users/lock-places.ts'
import { listPlacesOf } from '#server/users/role-places.repo.ts'

type PlannedRow = ComparedRow & { plan: RowPlan }

const isPlanned = (row: ComparedRow): row is PlannedRow => row.plan !== null

/** The accounts to make: who has no address gets a login, and who is too young waits for a parent. */
const planAccounts = async (tx: Db, rows: PlannedRow[]): Promise<NewAccount[]> => {
  const made = rows.filter(({ user_id }) => user_id === null)
  const { consent_age } = await loadSchool(tx)
  const now = new Date()
  const baseOf = ({ plan: { fields } }: PlannedRow) =>
    loginBase({ surname: fields.surname ?? '', name: fields.name ?? '' })
  const nameless = made.filter(({ plan: { fields } }) => !fields.email && !fields.login)
  const taken = await listLoginsLike(tx, unique(nameless.map(baseOf)))
  for (const { plan } of rows) if (plan.fields.login) taken.add(plan.fields.login)
  return made.map((row) => {
    const { fields, role } = row.plan
    const login = fields.login ?? (fields.email ? undefined : freeLogin(baseOf(row), taken))
    const waits = role === 'student' && !!fields.birth_date && !isAtLeast(consent_age, fields.birth_date, now)
    return { ...fields, login, role, line: row.line, awaits_parent_at: waits ? now.toISOString() : null } as NewAccount
  })
}

/**
 * Saves the rows' memberships, ends those of former roles, and enrols whom the rows or their classes bring into courses;
 * `courseIds` are those of the classes. All these places must be locked.
 */
const saveMemberships = async (
  tx: Db,
  actor: Actor,
  people: { user_id: number; plan: RowPlan }[],
  idOfClass: (key: number | string) => number,
  courseIds: number[],
) => {
  const students = people.filter(({ plan }) => plan.role === 'student')
  const staff = people.filter(({ plan }) => plan.role !== 'student')
  const inClasses = (some: typeof people) =>
    some.flatMap(({ user_id, plan }) => plan.classes.map((key) => ({ of: idOfClass(key), user_id })))
  const inCourses = (some: typeof people) =>
    some.flatMap(({ user_id, plan }) => plan.course_ids.map((course_id) => ({ course_id, user_id })))
  await leaveFormerPlaces(
    tx,
    actor,
    people.flatMap(({ user_id, plan: { fields, role } }) => (fields.role ? [{ id: user_id, role }] : [])),
  )
  await addCohortStudents(tx, inClasses(students))
  await addCohortLeaders(tx, inClasses(staff))
  await addCourseTeachers(
    tx,
    inCourses(staff).map(({ course_id, user_id }) => ({ of: course_id, user_id })),
  )
  await enrolPeople(tx, actor, inCourses(students), courseIds)
  return Map.groupBy(inCourses(staff), ({ course_id }) => course_id)
}

/**
 * Writes who was made, whose role changed and who teaches from now on; students of courses are written by enrolling.
 */
const audit = async (
  tx: Db,
  actor: Actor,
  importId: number,
  people: { user_id: number; isNew: boolean; plan: RowPlan }[],
  appointed: Map<number, { user_id: number }[]>,
) => {
  const user = (id: number) => ({ kind: 'user' as const, id })
  await addAuditEntries(
    tx,
    people.flatMap(({ user_id, isNew, plan: { role, fields } }): Parameters<typeof addAuditEntry>[1][] => {
      if (isNew) return [{ actor, kind: 'user-created', object: user(user_id), after: { role } }]
      const { role: changedRole, ...others } = fields
      const named = Object.keys(others)
      if (changedRole === undefined && named.length === 0) return []
      const after = { ...(changedRole && { role: changedRole }), ...(named.length > 0 && { fields: named }) }
      return [{ actor, kind: changedRole ? 'user-role' : 'user-changed', object: user(user_id), after }]
    }),
  )
  await addAuditEntries(
    tx,
    [...appointed].map(([course, teachers]) => ({
      actor,
      kind: 'course-teachers' as const,
      object: { kind: 'course' as const, id: course },
      after: { teachers: teachers.map(({ user_id }) => user_id) },
    })),
  )
  await addAuditEntry(tx, {
    actor,
    kind: 'people-imported',
    object: { kind: 'people-file', id: importId },
    after: { count: people.length },
  })
}

/** Asks the parents of children who wait, where the file has brought the child or a parent. */
const askForChildren = async (tx: Db, people: { user_id: number; isNew: boolean; plan: RowPlan }[]) => {
  const ids = (some: typeof people) => some.map(({ user_id }) => user_id)
  const changed = people.filter(({ isNew, plan: { fields } }) => !isNew && (fields.birth_date || fields.role))
  const children = await followBirthDates(tx, ids(changed))
  await askParents(tx, unique([...children, ...ids(people.filter(({ isNew, plan }) => isNew || plan.parent?.email))]))
}

const unlessTaken = (error: unknown): never => {
  const { cause } = error as { cause?: { code?: string } }
  if (cause?.code !== '23505') throw error
  throw new Refusal('conflict', {
    detail: 'Только что появилась учётная запись с такой почтой или логином. Проверьте файл ещё раз.',
  })
}

interface Session {
  actor: Actor
  request: Pick<FastifyRequest, 'passwordAt'>
}

/** Letters about changed access, as after acts by hand: to the confirmed addresses that people had before. */
const sendSecurityLetters = (
  tx: Db,
  changed: PlannedRow[],
  known: Map<number, Awaited<ReturnType<typeof lockPeople>>[number]>,
) => {
  const at = new Date().toISOString()
  const letters = changed.flatMap(({ user_id, plan: { fields } }): EffectPayloads['security-letter'][] => {
    const user = known.get(user_id as number)
    if (!user?.email || user.email_confirmed_at === null) return []
    const letter = { user_id: user.id, at, email: user.email }
    const { role } = fields
    return [
      ...(fields.email && fields.email !== user.email ? [{ ...letter, news: 'email-changed' as const }] : []),
      ...(role && role !== user.role ? [{ ...letter, news: 'role-changed' as const, role }] : []),
    ]
  })
  return addEffects(tx, 'security-letter', letters)
}

const wrongRows = (count: number) =>
  new Refusal('wrong-state', {
    detail: `В файле есть строки с ошибками: ${count}. Исправьте их или пропустите.`,
  })

const nothingToApply = () =>
  new Refusal('wrong-state', { detail: 'В этом файле нечего применять: никто не добавится и не изменится.' })

const changedMeanwhile = () =>
  new Refusal('conflict', { detail: 'Данные школы только что изменил кто-то ещё. Проверьте файл ещё раз и примените.' })

/**
 * Makes and changes the people of a checked file, all or nothing. The rows are compared with the school again, since it
 * may have changed. Takes a constant number of statements. What needs a fresh password by hand needs it here.
 */
export const applyPeople = (db: Db, { actor, request }: Session, id: number, skipsWrong: boolean) =>
  db.transaction(async (tx) => {
    await lockPeopleImports(tx)
    const record = found(await lockPeopleImport(tx, id))
    if (record.status !== 'ready') throw new Refusal('wrong-state', { detail: 'Этот файл уже применён.' })
    const read = await listReadRows(tx, id)
    const compared = await compareWithSchool(tx, actor, read)
    const { rows, newClasses } = compared
    const counts = countVerdicts(rows)
    if (counts.wrong > 0 && !skipsWrong) throw wrongRows(counts.wrong)
    if (counts.new + counts.changed === 0) throw nothingToApply()

    const planned = rows.filter(isPlanned)
    const changed = planned.filter(({ verdict }) => verdict === 'changed')
    const knownClasses = planned.flatMap(({ plan }) => plan.classes.filter((key) => typeof key === 'number'))
    const givenRoles = changed.flatMap(({ user_id, plan }) => (user_id !== null && plan.fields.role ? [user_id] : []))
    const left = await listPlacesOf(tx, givenRoles)
    // the places are locked before the people, as by all other acts
    await lockCohorts(tx, unique([...knownClasses, ...left.cohorts]))
    const ofClasses = await listCoursesOfCohorts(tx, unique(knownClasses))
    const named = planned.flatMap(({ plan }) => plan.course_ids)
    await lockCourses(tx, unique([...ofClasses, ...left.courses, ...named]))
    await keepOneCuratorBeside(
      tx,
      changed.flatMap(({ user_id, plan: { fields } }) =>
        user_id !== null && fields.role && fields.role !== 'curator' ? [user_id] : [],
      ),
    )
    const knownIds = changed.flatMap(({ user_id }) => user_id ?? [])
    const locked = new Map((await lockPeople(tx, knownIds)).map((user) => [user.id, user]))
    await refuseMorePlaces(tx, givenRoles, left)
    // others may have changed these people, their parents and their places while all that was waited for
    if (!isDeepStrictEqual(await compareWithSchool(tx, actor, read), compared)) throw changedMeanwhile()

    const madeIds = await insertCohorts(tx, [...newClasses.values()])
    const idOfNew = new Map([...newClasses.keys()].map((key, index) => [key, madeIds[index] as number]))
    const idOfClass = (key: number | string) => (typeof key === 'number' ? key : (idOfNew.get(key) as number))

    const makesCurator = planned.some(({ user_id, plan }) => user_id === null && plan.role === 'curator')
    const isAccess = ({ user_id, plan }: PlannedRow) => {
      const user = locked.get(user_id as number)
      return user !== undefined && changesAccess(user, plan.fields)
    }
    if (makesCurator || changed.some(isAccess)) needFreshPassword(request)
    const before = await loadRowsOf(tx, knownIds)
    const accounts = await planAccounts(tx, planned)
    const newIds = await insertPeople(tx, accounts).catch(unlessTaken)
    await updatePeople(
      tx,
      changed.map(({ user_id, plan }) => ({ ...plan.fields, id: user_id as number })),
    ).catch(unlessTaken)
    const people = planned.map(({ line, user_id, plan }) => ({
      user_id: user_id ?? (newIds.get(line) as number),
      isNew: user_id === null,
      plan,
    }))
    await saveParents(
      tx,
      people.flatMap(({ user_id, plan: { parent } }) => (parent ? [{ ...parent, child_id: user_id }] : [])),
    )
    await askForChildren(tx, people)
    const appointed = await saveMemberships(tx, actor, people, idOfClass, ofClasses)
    await checkSizes(tx, [...unique(knownClasses), ...madeIds])
    const allIds = [...knownIds, ...newIds.values()]
    const classes = await listCohortRows(tx, madeIds)
    await insertChanges(tx, id, [
      ...classes.map((row) => ({
        table_name: 'cohorts',
        user_id: null,
        key: { id: row.id },
        before: null,
        after: { ...row },
      })),
      ...changesBetween(before, await loadRowsOf(tx, allIds)),
    ])

    const invited = accounts.filter(({ email, awaits_parent_at }) => email && awaits_parent_at === null)
    await addEffects(
      tx,
      'invitation-letter',
      invited.map(({ line }) => ({ user_id: newIds.get(line) as number })),
    )
    const moved = changed.filter(({ plan }) => plan.fields.email).map(({ user_id }) => locked.get(user_id as number))
    for (const kind of ['invitation-letter', 'confirm-letter'] as const) {
      const hasPassword = kind === 'confirm-letter'
      await addEffects(
        tx,
        kind,
        moved.flatMap((user) =>
          user && user.awaits_parent_at === null && (user.password_hash !== null) === hasPassword
            ? [{ user_id: user.id }]
            : [],
        ),
      )
    }
    await sendSecurityLetters(tx, changed, locked)
    await audit(tx, actor, id, people, appointed)
    await markApplied(tx, id, {
      counts,
      rows: rows.map(({ plan, ...row }) => ({ ...row, user_id: row.user_id ?? newIds.get(row.line) ?? null })),
    })
  })
