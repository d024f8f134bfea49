import type { FastifyInstance } from 'fastify'
import { notesApi } from '#contract/notes/notes.api.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { checkUnlocked } from '#server/lessons/check-unlocked.ts'
import { findVisibleLesson } from '#server/lessons/lesson-access.ts'
import { keepNote, loadNote } from '#server/notes/keep-note.ts'

export const notesRoutes = (app: FastifyInstance, { db }: Deps) => {
  /** The id of a lesson that the actor may read. */
  const findOpenLesson = async (actor: Actor, id: number) => {
    const lesson = await findVisibleLesson(db, actor, id)
    await checkUnlocked(db, actor, lesson)
    return lesson.id
  }

  route(app, notesApi.get, async ({ params, actor }) => ({
    note: await loadNote(db, actor, await findOpenLesson(actor, params.id)),
  }))

  route(app, notesApi.save, async ({ params, actor, body }) => ({
    note: await keepNote(db, actor, await findOpenLesson(actor, params.id), body()),
  }))
}
