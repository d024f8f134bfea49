import type { FastifyInstance } from 'fastify'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { savedCommentsApi } from '#contract/saved-comments/saved-comments.api.ts'
import { canUseSavedComment } from '#contract/saved-comments/saved-comments.policy.ts'
import { maxSavedComments, type SavedComment } from '#contract/saved-comments/saved-comments.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { isChangedSince } from '#server/http/is-changed-since.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import {
  countSavedComments,
  countUse,
  deleteSavedComment,
  findSavedComment,
  insertSavedComment,
  listSavedComments,
  lockOwner,
  lockSavedComment,
  type SavedCommentRow,
  updateSavedComment,
} from '#server/saved-comments/saved-comments.repo.ts'

const present = ({ comment, course }: SavedCommentRow): SavedComment => ({
  id: comment.id,
  text: comment.text,
  course,
  uses: comment.uses,
})

interface Owner {
  user_id: number
  course_id: number | null
}

/** 422 when the owner already has the max number of comments. */
const checkRoom = async (tx: Db, owner: Owner) => {
  await lockOwner(tx, owner)
  if ((await countSavedComments(tx, owner)) >= maxSavedComments) {
    throw invalid('text', `Сохранено уже ${maxSavedComments} комментариев. Удалите те, что больше не нужны.`)
  }
}

/** 409 when the comment has another text by now than the one that is replaced. */
const checkExpected = (now: string, expected: string | undefined, text: string) => {
  if (!isChangedSince(now, expected, text)) return
  throw new Refusal('conflict', {
    detail:
      'Пока вы писали, этот комментарий изменили в другом месте: его новый текст под вашим. Если сохранить ещё раз, ваш заменит его.',
  })
}

export const savedCommentsRoutes = (app: FastifyInstance, { db }: Deps) => {
  /** The owner of a new comment: the actor, or a course of theirs. */
  const ownerOf = async (actor: Actor, course_id: number | null = null): Promise<Owner> => {
    if (course_id !== null) found(await findCourse(db, course_id, actor), (course) => isCourseStaff(actor, course))
    return { user_id: actor.id, course_id }
  }

  const findOwn = async (actor: Actor, id: number) =>
    found(await findSavedComment(db, id), ({ comment, teacher_ids }) =>
      canUseSavedComment(actor, { user_id: comment.user_id, teacher_ids }),
    )

  const bodyOf = async (id: number) => ({ comment: present(found(await findSavedComment(db, id))) })

  route(app, savedCommentsApi.list, async ({ actor, query }) => {
    const { course_id } = await ownerOf(actor, query.course_id)
    return { comments: (await listSavedComments(db, actor, course_id ?? undefined)).map(present) }
  })

  route(app, savedCommentsApi.create, async ({ actor, body }) => {
    const { text, course_id } = body()
    const owner = await ownerOf(actor, course_id ?? null)
    const id = await db.transaction(async (tx) => {
      await checkRoom(tx, owner)
      return insertSavedComment(tx, { ...owner, text })
    })
    return bodyOf(id)
  })

  route(app, savedCommentsApi.update, async ({ params, actor, body }) => {
    const { comment } = await findOwn(actor, params.id)
    const { text, course_id = comment.course_id, expected } = body()
    const owner = await ownerOf(actor, course_id)
    await db.transaction(async (tx) => {
      const moved = course_id !== comment.course_id
      if (moved) await checkRoom(tx, owner)
      checkExpected(found(await lockSavedComment(tx, comment.id)).text, expected, text)
      await updateSavedComment(tx, comment.id, { text, course_id, user_id: moved ? actor.id : comment.user_id })
    })
    return bodyOf(comment.id)
  })

  route(app, savedCommentsApi.remove, async ({ params, actor }) => {
    const { comment } = await findOwn(actor, params.id)
    await deleteSavedComment(db, comment.id)
  })

  route(app, savedCommentsApi.use, async ({ params, actor }) => {
    const { comment } = await findOwn(actor, params.id)
    await countUse(db, comment.id)
  })
}
