import type { FastifyInstance } from 'fastify'
import { pageCount } from '#contract/http/fields.ts'
import { usersApi } from '#contract/users/users.api.ts'
import {
  type Actor,
  canChangePassword,
  canEditUser,
  canGiveRole,
  canManageUser,
  canOrderProjects,
  curates,
} from '#contract/users/users.policy.ts'
import { curatorsFields } from '#contract/users/users.schema.ts'
import { isPasswordFresh, needFreshPassword } from '#server/auth/fresh-password.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { servePage } from '#server/http/serve-page.ts'
import { actOnPeople } from '#server/users/act-on-people.ts'
import { changePassword, setFirstPassword, signInAnew } from '#server/users/change-password.ts'
import { changesAccess, changeUser, deactivateUser } from '#server/users/change-user.ts'
import { createUser } from '#server/users/create-user.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'
import { givePasswords } from '#server/users/give-passwords.ts'
import {
  listCohortsOfStudents,
  listCoursesOfStudents,
  listStudents,
  listUsers,
  userPageSize,
} from '#server/users/list-people.repo.ts'
import { orderProjects } from '#server/users/order-projects.ts'
import { presentAccount } from '#server/users/present-account.ts'
import { isConfirmed, presentProfile, presentRow } from '#server/users/present-profile.ts'
import { removeAvatar, setAvatar } from '#server/users/set-avatar.ts'
import { userPage } from '#server/users/users.pages.ts'
import { findUser } from '#server/users/users.repo.ts'

/** Why a limited curator may not do it. */
const onlyAll = 'Учётные записи кураторов ведут кураторы со всеми правами.'

const leaveOutCuratorsFields = (body: unknown) => {
  if (typeof body === 'object' && body !== null) for (const name of curatorsFields) Reflect.deleteProperty(body, name)
}

export const usersRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db, config } = deps
  servePage(app, 'users.show', userPage)
  const findVisible = async (actor: Actor | null, id: number) => found(await findVisibleUser(db, actor, id))

  const profile = async (actor: Actor | null, id: number) => {
    const user = await findVisible(actor, id)
    return { user: await presentProfile(db, actor, user) }
  }

  route(app, usersApi.list, async ({ query, actor }) => {
    const { rows, total } = await listUsers(db, query)
    const students = rows.flatMap(({ user }) => (user.role === 'student' ? user.id : []))
    const cohorts = await listCohortsOfStudents(db, students)
    return {
      users: rows.map((row) => presentAccount(actor, row, cohorts)),
      page: query.page,
      pages: pageCount(total, userPageSize),
      total,
    }
  })

  route(app, usersApi.students, async ({ query, actor }) => {
    // who enrols them in any course finds them, too
    const all = curates(actor, 'people')
    const teacherId = all || curates(actor, 'courses') ? null : actor.id
    const { rows, total } = await listStudents(db, { ...query, teacherId, all })
    const taken = await listCoursesOfStudents(
      db,
      rows.map(({ user }) => user.id),
      teacherId,
    )
    return {
      users: rows.map(({ user }) => ({
        ...presentRow(actor, user),
        // a search by the address shows whether it is confirmed
        ...(query.email === undefined ? {} : { email_confirmed: isConfirmed(user) }),
        courses: taken.filter(({ user_id }) => user_id === user.id).map(({ id, name }) => ({ id, name })),
      })),
      page: query.page,
      pages: pageCount(total, userPageSize),
      total,
    }
  })

  route(app, usersApi.get, ({ params, actor }) => profile(actor, params.id))

  route(app, usersApi.create, async ({ body, actor, request }) => {
    const form = body()
    authorize(canGiveRole(actor, form.role), onlyAll)
    if (form.role !== 'student') needFreshPassword(request)
    const user = await db.transaction((tx) => createUser(tx, actor, form))
    return profile(actor, user.id)
  })

  route(app, usersApi.actOnMany, async ({ actor, body, request }) => {
    const { act, user_ids } = body()
    // as for the sessions of one person
    if (act === 'sign-out') needFreshPassword(request)
    return actOnPeople(db, actor, act, user_ids)
  })

  route(app, usersApi.givePasswords, async ({ actor, body, request }) => ({
    slips: await givePasswords(db, { actor, request }, [...new Set(body().user_ids)]),
  }))

  route(app, usersApi.update, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canEditUser(actor, user))
    const isManaged = canManageUser(actor, user)
    if (!isManaged) leaveOutCuratorsFields(request.body)
    const change = body()
    if (isManaged && changesAccess(user, change)) needFreshPassword(request)
    await changeUser(db, actor, user, change)
    return profile(actor, user.id)
  })

  route(app, usersApi.remove, async ({ params, query, actor }) => {
    const user = found(await findUser(db, params.id), ({ erased_at }) => erased_at === null)
    authorize(canManageUser(actor, user), onlyAll)
    await deactivateUser(db, actor, user, query.successor_id)
  })

  route(app, usersApi.changePassword, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canChangePassword(actor, user))
    const setting = { keepSession: request.tokenHash, site: config }
    if (user.password_hash === null) {
      // there is none to ask for: the provider has asked for its own
      if (!isPasswordFresh(request)) throw signInAnew()
      return setFirstPassword(db, user.id, body().password, setting)
    }
    await changePassword(db, user.id, body(), { address: request.ip, ...setting })
  })

  route(app, usersApi.orderProjects, async ({ params, actor, body }) => {
    const user = await findVisible(actor, params.id)
    authorize(canOrderProjects(actor, user))
    await orderProjects(db, user.id, body().project_ids)
  })

  route(app, usersApi.setAvatar, async ({ params, actor, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canEditUser(actor, user))
    await setAvatar(deps, actor, user, request)
    return profile(actor, user.id)
  })

  route(app, usersApi.removeAvatar, async ({ params, actor }) => {
    const user = await findVisible(actor, params.id)
    authorize(canEditUser(actor, user))
    await removeAvatar(deps, user)
    return profile(actor, user.id)
  })
}
