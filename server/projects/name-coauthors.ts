import { hourMs } from '#contract/durations.ts'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { count } from '#server/auth/throttle.ts'
import { holdPublicationStanding } from '#server/consents/consents.repo.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { deleteNotificationsLike } from '#server/notifications/notifications.repo.ts'
import {
  agreeAuthor,
  deleteAuthor,
  findProject,
  insertAskedAuthor,
  lockProject,
} from '#server/projects/projects.repo.ts'
import { findObstacle } from '#server/projects/show-project.ts'
import { findUserByEmail } from '#server/users/users.repo.ts'

/** Max authors of one project. */
const maxAuthors = 20

/** Limit of asking by address, per person and hour: without it this would reveal who has an account. */
const askLimit = { count: 30, window: hourMs }

/** Notifications that ask one person about one project share this `same_as`. */
export const sameAsking = (projectId: number) => `project-author:${projectId}`

/** Asks a student of the school to be named as a co-author: nobody else sees the name before they agree. */
export const askAuthor = async (db: Db, actor: Actor, projectId: number, email: string) => {
  await count(db, { key: `coauthor:account:${actor.id}`, limit: askLimit })
  const user = await findUserByEmail(db, email)
  // an account that waits to be erased is not revealed to others
  if (!user?.active || user.erase_at !== null || user.role !== 'student') {
    throw invalid('email', `${called('Студента')} с такой почтой в школе нет. Проверьте адрес.`)
  }
  await db.transaction(async (tx) => {
    found(await lockProject(tx, projectId))
    const project = found(await findProject(tx, projectId))
    if (project.author_ids.length + project.asked_ids.length >= maxAuthors) {
      throw invalid('email', `У проекта уже ${maxAuthors} авторов: больше не поместится.`)
    }
    if (!(await insertAskedAuthor(tx, projectId, user.id))) {
      throw invalid('email', 'Этот человек уже среди авторов.')
    }
    await addEffect(tx, 'project-author-asked', { project_id: projectId, user_id: user.id, actor_id: actor.id })
  })
}

/** Refuses a name that a project must not show: a child's without the parent's permission, an unconfirmed one. */
const mayBeNamed = async (tx: Db, actor: Actor, visibility: ProjectVisibility) => {
  const obstacle = await findObstacle(tx, actor, [actor.id], visibility)
  if (!obstacle) return
  if (obstacle.code === 'invalid') {
    throw new Refusal('wrong-state', {
      detail:
        'Проект видят все, а согласие родителя этого не позволяет. Попросите автора показать проект только школе.',
    })
  }
  throw new Refusal(obstacle.code, {
    detail:
      obstacle.code === 'email-not-confirmed'
        ? 'Проект видят и за пределами школы. Сначала подтвердите почту: откройте ссылку из нашего письма.'
        : 'Проект видят все. Чтобы у него стояло ваше имя, дайте согласие на распространение персональных данных.',
  })
}

/**
 * Agrees to be named; 409 for somebody who is not asked, or no longer, and for a child on a public project, which a
 * parent's consent does not allow. 422 without the consent to publication there, or with an unconfirmed address.
 */
export const agreeToBeNamed = (db: Db, actor: Actor, projectId: number) =>
  db.transaction(async (tx) => {
    await holdPublicationStanding(tx, [actor.id])
    const { visibility } = found(await lockProject(tx, projectId))
    await mayBeNamed(tx, actor, visibility)
    if (!(await agreeAuthor(tx, projectId, actor.id))) {
      throw new Refusal('wrong-state', { detail: 'Вас уже не зовут в авторы этого проекта, или вы уже согласились.' })
    }
    await addEffect(tx, 'project-author-agreed', { project_id: projectId, user_id: actor.id })
  })

/** Removes a name: declined, left, or removed. The last author stays: a project needs one. */
export const removeAuthor = (db: Db, projectId: number, userId: number) =>
  db.transaction(async (tx) => {
    found(await lockProject(tx, projectId))
    const project = found(await findProject(tx, projectId))
    if (!project.author_ids.includes(userId) && !project.asked_ids.includes(userId)) throw new Refusal('not-found')
    if (project.author_ids.length === 1 && project.author_ids[0] === userId) {
      throw new Refusal('wrong-state', { detail: 'Вы единственный автор. Если проект больше не нужен, удалите его.' })
    }
    await deleteAuthor(tx, projectId, userId)
    await deleteNotificationsLike(tx, [userId], sameAsking(projectId))
  })
