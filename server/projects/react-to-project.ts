import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { deleteNotificationsLike } from '#server/notifications/notifications.repo.ts'
import { deleteComment, insertComment, insertProjectLike } from '#server/projects/project-reactions.repo.ts'

/** What makes notifications about one comment one and the same. */
export const sameComment = (commentId: number) => `project-comment:${commentId}`

/** Likes a project; a second like is the first one, and tells nobody again. */
export const likeProject = (db: Db, actor: Actor, projectId: number) =>
  db.transaction(async (tx) => {
    if (await insertProjectLike(tx, projectId, actor.id)) {
      await addEffect(tx, 'project-liked', { project_id: projectId, actor_id: actor.id })
    }
  })

/** Writes a comment; the answer is its id. */
export const commentOnProject = (db: Db, actor: Actor, projectId: number, text: string) =>
  db.transaction(async (tx) => {
    const id = await insertComment(tx, { project_id: projectId, user_id: actor.id, text })
    await addEffect(tx, 'project-commented', { comment_id: id })
    return id
  })

/** Removes a comment together with what the authors were told of it, for that repeats its words. */
export const removeComment = (db: Db, project: { author_ids: number[] }, commentId: number) =>
  db.transaction(async (tx) => {
    await deleteComment(tx, commentId)
    await deleteNotificationsLike(tx, project.author_ids, sameComment(commentId))
  })
