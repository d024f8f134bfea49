import { isDeepStrictEqual } from 'node:util'
import { type Actor, canChangeRights, canGiveRole, canManageUser, curates } from '#contract/users/users.policy.ts'
import { nameProblem, type UserChange } from '#contract/users/users.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { KeptFields } from '#server/audit/audit.table.ts'
import { deletePasswordResetsOf } from '#server/auth/auth.repo.ts'
import { deleteConfirmationsAt } from '#server/auth/confirmations.repo.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import { checkSizes } from '#server/cohorts/check-size.ts'
import { askParents } from '#server/consents/ask-parents.ts'
import { followBirthDates } from '#server/consents/follow-birth-dates.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { authorize, found, invalid, Refusal } from '#server/http/refusal.ts'
import { setVerdictLetters } from '#server/notifications/change-settings.ts'
import { letIn, takeBackRefusal, takeDecidable } from '#server/registrations/decide-registration.ts'
import { listWantedCohorts } from '#server/registrations/registrations.repo.ts'
import { freeTasks } from '#server/reviews/assign-tasks.ts'
import { refuseParentsEmail } from '#server/users/guardians.repo.ts'
import { handOverCourses } from '#server/users/hand-over-courses.ts'
import { leaveFormerPlaces } from '#server/users/leave-former-places.ts'
import { lockPlacesOf, refuseMorePlaces } from '#server/users/lock-places.ts'
import { listPlacesOf } from '#server/users/role-places.repo.ts'
import { switchOff } from '#server/users/switch-off.ts'
import { countOtherCurators, lockUser, updateUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** What an account gives access to, and by what. */
type AccessFields = Pick<User, 'role' | 'rights' | 'login' | 'email'>

/** Whether these are the person's rights already; both are sorted. */
const hasRights = (user: AccessFields, rights: User['rights']) => isDeepStrictEqual(rights, user.rights)

/**
 * Whether a change of an account is one of its role, its rights, its login, or of the address to which links to it are
 * sent.
 */
export const changesAccess = (user: AccessFields, { role, rights, login, email }: UserChange) =>
  (role !== undefined && role !== user.role) ||
  (rights !== undefined && !hasRights(user, rights)) ||
  (login !== undefined && login !== user.login) ||
  (email !== undefined && email !== user.email)

/** Refuses to remove the last curator with all rights; one who waits to be erased does not count as remaining. */
export const keepOneCurator = async (tx: Db, user: User) => {
  if (curates(user, 'all') && user.active && (await countOtherCurators(tx, user.id)) === 0) {
    throw new Refusal('wrong-state', {
      detail: 'Это единственный куратор со всеми правами. Сначала дайте все права кому-нибудь ещё.',
    })
  }
}

/** The same for people who are given other roles at once. */
export const keepOneCuratorBeside = async (tx: Db, userIds: number[]) => {
  if (userIds.length > 0 && (await countOtherCurators(tx, ...userIds)) === 0) {
    throw new Refusal('wrong-state', {
      detail: 'Не осталось бы ни одного куратора со всеми правами. Сначала дайте все права кому-нибудь ещё.',
    })
  }
}

/** The indexes on addresses and logins decide, so that one of two simultaneous changes is refused. */
export const refuseTakenEmail = (error: unknown): never => {
  const { cause } = error as { cause?: { code?: string; constraint?: string } }
  if (cause?.code !== '23505') throw error
  if (cause.constraint === 'users_login_key') throw invalid('login', 'Этот логин уже занят.')
  throw invalid('email', 'Эта почта уже занята другой учётной записью.')
}

/** Refuses an invalid name, unless the person had it before there were such rules. */
const checkNames = (user: User, change: Pick<UserChange, 'name' | 'surname'>) => {
  for (const field of ['name', 'surname'] as const) {
    const name = change[field]
    if (name === undefined || name === user[field]) continue
    const sentence = nameProblem(name)
    if (sentence) throw invalid(field, sentence)
  }
}

/** Refuses to leave an account without an address and a login: nobody could sign in to it. */
const checkHandles = (user: User, change: Pick<UserChange, 'email' | 'login'>) => {
  const { email, login } = { ...user, ...change }
  if (email === null && login === null) throw invalid('email', 'Введите почту или придумайте логин')
}

/** The fields that only curators change. */
const managedFields = ['patronymic', 'own_number', 'birth_date', 'login', 'email', 'role', 'rights', 'active'] as const
type Managed = Pick<UserChange, (typeof managedFields)[number]>

const managedOf = (change: UserChange) =>
  Object.fromEntries(
    managedFields.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])),
  ) as Managed

/**
 * Checks the role and the rights that somebody gets, and leaves out rights that stay. Who is no curator has none; a new
 * curator has those that are sent with the role, or all.
 */
const withRights = (actor: Actor, user: User, { rights, ...managed }: Managed): Managed => {
  const role = managed.role ?? user.role
  authorize(managed.role === undefined || managed.role === user.role || canGiveRole(actor, role))
  if (role !== 'curator') {
    if (rights) throw invalid('rights', 'Права бывают только у кураторов.')
    return user.rights === null ? managed : { ...managed, rights: null }
  }
  if (rights === undefined || hasRights(user, rights)) return managed
  authorize(canChangeRights(actor, user), 'Права меняет другой куратор, у которого они все.')
  return { ...managed, rights }
}

/**
 * The row as it is now, locked. 409 when the role or the rights have changed meanwhile: what was locked and allowed
 * before depends on them.
 */
const holdKnown = async (tx: Db, known: User) => {
  const user = found(await lockUser(tx, known.id), ({ erased_at }) => erased_at === null)
  if (user.role === known.role && hasRights(user, known.rights)) return user
  throw new Refusal('conflict', {
    detail: 'Роль или права этого человека только что изменил кто-то ещё. Обновите страницу.',
  })
}

/**
 * A new address is unconfirmed until its owner has followed a link; links to the old one are dead. A parent who is asked
 * for consent keeps theirs.
 */
const askToConfirm = async (tx: Db, user: User, email: string | null) => {
  await updateUser(tx, user.id, { email_confirmed_at: null, email_bounced_at: null })
  await deletePasswordResetsOf(tx, user.id)
  if (user.email !== null) await deleteConfirmationsAt(tx, user.id, user.email)
  if (email === null || user.awaits_parent_at !== null) return
  await addEffect(tx, user.password_hash === null ? 'invitation-letter' : 'confirm-letter', { user_id: user.id })
}

/** The fields whose change is written into the journal of changes by name, without their texts. */
export const namedFields = ['name', 'surname', 'patronymic', 'own_number', 'birth_date', 'email', 'login'] as const

const kindOf = ({ role, rights, active }: KeptFields) => {
  if (role !== undefined) return 'user-role'
  if (rights !== undefined) return 'user-rights'
  return active === undefined ? 'user-changed' : 'user-active'
}

/**
 * Writes what has changed of the rights and the identity of a person; the rest of a profile is its owner's own.
 * `rights` are there only when they change.
 */
const audit = async (tx: Db, actor: Actor, user: User, change: Partial<User>, successorId: number | undefined) => {
  const before: KeptFields = {}
  const after: KeptFields = {}
  if (change.role !== undefined && change.role !== user.role) {
    before.role = user.role
    after.role = change.role
  }
  if (change.rights !== undefined) {
    before.rights = user.rights
    after.rights = change.rights
  }
  if (change.active !== undefined && change.active !== user.active) {
    before.active = user.active
    after.active = change.active
  }
  if (change.erase_at !== undefined) {
    before.erase_at = user.erase_at
    after.erase_at = change.erase_at
  }
  const fields = namedFields.filter((field) => change[field] !== undefined && change[field] !== user[field])
  if (fields.length > 0) after.fields = fields
  if (Object.keys(after).length === 0) return
  const kind = kindOf(after)
  if (successorId !== undefined && kind !== 'user-changed') after.successor = successorId
  await addAuditEntry(tx, { actor, kind, object: { kind: 'user', id: user.id }, before, after })
}

/**
 * Changes a profile; e-mail, role and activity change only when a curator sends them, the choice of letters only when
 * the person does. 403 for a role or rights that the actor may not give, and for the own role.
 */
export const changeUser = (db: Db, actor: Actor, known: User, { letters, successor_id, ...change }: UserChange) =>
  db.transaction(async (tx) => {
    const { patronymic, own_number, birth_date, login, email, role, rights, active, ...profile } = change
    checkNames(known, profile)
    const managed: Managed = canManageUser(actor, known) ? withRights(actor, known, managedOf(change)) : {}
    const newRole = managed.role === known.role ? undefined : managed.role
    // classes and courses are locked first, then all curators, then the person: of two acts at once one waits
    const opens = managed.active === true && !known.active
    const joins = opens ? await listWantedCohorts(tx, known.id) : []
    const places = newRole || opens || managed.active === false ? await lockPlacesOf(tx, known.id, joins) : null
    if ((managed.role && managed.role !== 'curator') || managed.rights || managed.active === false) {
      await keepOneCurator(tx, known)
    }
    authorize(!newRole || actor.id !== known.id, 'Свою роль сменить нельзя: попросите другого куратора.')
    if (managed.role === 'student' || managed.active === false) await handOverCourses(tx, actor, known, successor_id)
    const user = await holdKnown(tx, known)
    if (places) await refuseMorePlaces(tx, [user.id], places)
    checkHandles(user, managed)
    if (managed.email && managed.email !== user.email) await refuseParentsEmail(tx, user.id, managed.email)
    // an account that is switched on by hand waits for nobody any more, nor is it erased for having been refused
    const refused = managed.active ? await takeBackRefusal(tx, user.id) : null
    const registration = managed.active ? ((await takeDecidable(tx, user)) ?? refused) : null
    if (actor.id === user.id && letters !== undefined) await setVerdictLetters(tx, user.id, letters)
    await updateUser(tx, user.id, { ...profile, ...managed }).catch(refuseTakenEmail)
    if (managed.active && !user.active) await checkSizes(tx, (await listPlacesOf(tx, [user.id])).cohorts)
    if (newRole) await leaveFormerPlaces(tx, actor, [{ id: user.id, role: newRole }])
    if (registration) await letIn(tx, actor, { ...user, ...managed }, registration)
    if (newRole || (managed.birth_date !== undefined && managed.birth_date !== user.birth_date)) {
      await askParents(tx, await followBirthDates(tx, [user.id]))
    }
    if (managed.email !== undefined && managed.email !== user.email) {
      // to the address that its owner has lost: the person who took the account over reads the new one
      if (user.email !== null && user.email_confirmed_at)
        await addSecurityLetter(tx, user.id, { news: 'email-changed', email: user.email })
      await askToConfirm(tx, user, managed.email)
    }
    if (newRole) {
      await addSecurityLetter(tx, user.id, { news: 'role-changed', role: newRole })
    } else if (managed.rights !== undefined) {
      await addSecurityLetter(tx, user.id, { news: 'rights-changed', rights: managed.rights })
    }
    if (managed.active === false) await switchOff(tx, [user])
    else if (managed.role || managed.rights) await freeTasks(tx, { user_ids: [user.id] })
    const changed = { ...profile, ...managed, ...(refused && { erase_at: null }) } as Partial<User>
    await audit(tx, actor, user, changed, successor_id)
  })

/**
 * Deactivates an account and signs it out everywhere; nothing of it is deleted. The successor takes over courses that
 * would be left without a teacher.
 */
export const deactivateUser = (db: Db, actor: Actor, known: User, successorId?: number) =>
  db.transaction(async (tx) => {
    // before curators, as in changeUser
    const places = await lockPlacesOf(tx, known.id)
    await keepOneCurator(tx, known)
    await handOverCourses(tx, actor, known, successorId)
    const user = await holdKnown(tx, known)
    await refuseMorePlaces(tx, [user.id], places)
    await switchOff(tx, [user])
    await audit(tx, actor, user, { active: false }, successorId)
  })
