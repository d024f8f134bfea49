import type { FastifyInstance } from 'fastify'
import { pageCount } from '#contract/http/fields.ts'
import { usersApi } from '#contract/users/users.api.ts'
import {
  type Actor,
  canChangePassword,
  canEditUser,
  canSeeEmail,
  canSeeUser,
  isCurator,
} from '#contract/users/users.policy.ts'
import type { UserRow } from '#contract/users/users.schema.ts'
import type { Deps } from '#server/deps.ts'
import { addEffect } from '#server/effects/effects.ts'
import { authorize, found, invalid } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { listProjectCards } from '#server/projects/list-projects.ts'
import { changePassword } from '#server/users/change-password.ts'
import { changeUser, deactivateUser } from '#server/users/change-user.ts'
import { presentPerson } from '#server/users/present-person.ts'
import { removeAvatar, setAvatar } from '#server/users/set-avatar.ts'
import {
  findUser,
  insertUser,
  listCoursesOfStudents,
  listStudents,
  listUsers,
  type User,
  userPageSize,
} from '#server/users/users.repo.ts'

/** A row of a list; e-mail and what else curators manage only for those who may see it. */
const presentRow = (actor: Actor | null, user: User): UserRow => ({
  ...presentPerson(user),
  ...(canSeeEmail(actor, user) ? { email: user.email } : {}),
  ...(isCurator(actor) ? { active: user.active, created_at: user.created_at } : {}),
})

export const usersRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps
  const findVisible = async (actor: Actor | null, id: number) =>
    found(await findUser(db, id), (user) => canSeeUser(actor, user))

  const profile = async (actor: Actor | null, id: number) => {
    const [user, projects] = await Promise.all([
      findVisible(actor, id),
      listProjectCards(db, { user_id: id, unpublished: actor?.id === id || isCurator(actor) }, actor),
    ])
    const own = actor?.id === id ? { letters: user.letters } : {}
    return { user: { ...presentRow(actor, user), about: user.about, ...own, projects } }
  }

  route(app, usersApi.list, async ({ query, actor }) => {
    const { rows, total } = await listUsers(db, query)
    return {
      users: rows.map((user) => presentRow(actor, user)),
      page: query.page,
      pages: pageCount(total, userPageSize),
      total,
    }
  })

  route(app, usersApi.students, async ({ query, actor }) => {
    const teacherId = isCurator(actor) ? null : actor.id
    const { rows, total } = await listStudents(db, { ...query, teacherId })
    const taken = await listCoursesOfStudents(
      db,
      rows.map(({ id }) => id),
      teacherId,
    )
    return {
      users: rows.map((user) => ({
        ...presentRow(actor, user),
        courses: taken.filter(({ user_id }) => user_id === user.id).map(({ id, name }) => ({ id, name })),
      })),
      page: query.page,
      pages: pageCount(total, userPageSize),
      total,
    }
  })

  route(app, usersApi.get, ({ params, actor }) => profile(actor, params.id))

  route(app, usersApi.create, async ({ body, actor }) => {
    const form = body()
    const user = await db.transaction(async (tx) => {
      const user = await insertUser(tx, form)
      if (!user) throw invalid('email', 'С этой почтой уже есть учётная запись.')
      await addEffect(tx, 'invitation-letter', { user_id: user.id })
      return user
    })
    return profile(actor, user.id)
  })

  route(app, usersApi.update, async ({ params, actor, body }) => {
    const user = await findVisible(actor, params.id)
    authorize(canEditUser(actor, user))
    await changeUser(db, actor, user, body())
    return profile(actor, user.id)
  })

  route(app, usersApi.remove, async ({ params }) => {
    const user = found(await findUser(db, params.id))
    await deactivateUser(db, user)
  })

  route(app, usersApi.changePassword, async ({ params, actor, body, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canChangePassword(actor, user))
    await changePassword(db, user.id, body(), request.tokenHash)
  })

  route(app, usersApi.setAvatar, async ({ params, actor, request }) => {
    const user = await findVisible(actor, params.id)
    authorize(canEditUser(actor, user))
    await setAvatar(deps, user, request)
    return profile(actor, user.id)
  })

  route(app, usersApi.removeAvatar, async ({ params, actor }) => {
    const user = await findVisible(actor, params.id)
    authorize(canEditUser(actor, user))
    await removeAvatar(deps, user)
    return profile(actor, user.id)
  })
}
