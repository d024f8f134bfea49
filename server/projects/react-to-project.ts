import type { z } from 'zod'
import type { ProjectCommentInput } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { checkPace } from '#server/http/check-pace.ts'
import { found, invalid } from '#server/http/refusal.ts'
import { deleteNotificationsLike } from '#server/notifications/notifications.repo.ts'
import {
  deleteComment,
  emptyComment,
  findCommentBefore,
  hasAnswers,
  insertComment,
  insertProjectLike,
  listCommentWriters,
  lockComment,
} from '#server/projects/project-reactions.repo.ts'
import { resolveReportsOf } from '#server/projects/project-reports.repo.ts'
import { holdProject } from '#server/projects/projects.repo.ts'
import { lockUser } from '#server/users/users.repo.ts'

/** Notifications about one comment share this `same_as`. */
export const sameComment = (commentId: number) => `project-comment:${commentId}`

/** Likes a project; a second like changes nothing and notifies nobody. */
export const likeProject = (db: Db, actor: Actor, projectId: number) =>
  db.transaction(async (tx) => {
    found(await holdProject(tx, projectId))
    if (await insertProjectLike(tx, projectId, actor.id)) {
      await addEffect(tx, 'project-liked', { project_id: projectId, actor_id: actor.id })
    }
  })

/** Max comments of one person under one project within an hour. */
export const maxComments = 60

/** The comment to answer: one of the project that still has its text. */
const answeredComment = async (tx: Db, projectId: number, id: number) => {
  const comment = await lockComment(tx, id)
  if (comment?.project_id !== projectId || comment.text === '') {
    throw invalid('parent_id', 'Этого комментария больше нет: на него уже не ответить.')
  }
  return comment
}

/**
 * Writes a comment or an answer; answers to answers go to the same level. `key` is the key in the project's address.
 * Returns the id.
 */
export const commentOnProject = (
  db: Db,
  actor: Actor,
  project: { id: number; link_key: string | null },
  { text, parent_id, key }: z.output<typeof ProjectCommentInput> & { key: string | undefined },
) =>
  db.transaction(async (tx) => {
    // comments of one person are counted one after another
    found(await lockUser(tx, actor.id))
    checkPace(
      await findCommentBefore(tx, project.id, actor.id, maxComments),
      'Слишком много комментариев подряд. Подождите немного и напишите ещё раз.',
    )
    const answered = parent_id === undefined ? null : await answeredComment(tx, project.id, parent_id)
    // after the comment's lock, as when an account is erased
    found(await holdProject(tx, project.id))
    const id = await insertComment(tx, {
      project_id: project.id,
      user_id: actor.id,
      parent_id: answered && (answered.parent_id ?? answered.id),
      text,
      link_key: key === project.link_key ? project.link_key : null,
    })
    await addEffect(tx, 'project-commented', { comment_id: id, ...(answered && { answered_id: answered.id }) })
    return id
  })

/** Deletes a row, and the empty place that it was the last answer to. */
const removeRow = async (tx: Db, comment: { id: number; parent_id: number | null }) => {
  if (comment.parent_id === null && (await hasAnswers(tx, comment.id))) return emptyComment(tx, comment.id)
  await deleteComment(tx, comment.id)
  if (comment.parent_id === null) return
  const parent = await lockComment(tx, comment.parent_id)
  if (parent?.text === '' && !(await hasAnswers(tx, parent.id))) await deleteComment(tx, parent.id)
}

/**
 * Removes a comment with its notifications, which repeat its text, and with reports about it. When others have answered
 * it, its empty place stays. A writer whose comment others remove is notified, with the `reason` if there is one.
 */
export const removeComment = (
  db: Db,
  actor: Actor,
  project: { id: number; author_ids: number[] },
  commentId: number,
  reason = '',
) =>
  db.transaction(async (tx) => {
    const comment = found(
      await lockComment(tx, commentId),
      ({ project_id, text }) => project_id === project.id && text !== '',
    )
    await resolveReportsOf(tx, actor, { project_id: project.id, comment_id: commentId }, 'removed')
    const notified = await listCommentWriters(tx, project.id)
    await deleteNotificationsLike(tx, [...new Set([...project.author_ids, ...notified])], sameComment(commentId))
    if (comment.user_id !== actor.id) {
      const { user_id, project_id, link_key } = comment
      await addEffect(tx, 'project-comment-removed', { user_id, project_id, actor_id: actor.id, key: link_key, reason })
    }
    await removeRow(tx, comment)
  })
