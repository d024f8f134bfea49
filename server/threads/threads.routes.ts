import type { FastifyInstance } from 'fastify'
import { threadsApi } from '#contract/threads/threads.api.ts'
import type { Deps } from '#server/deps.ts'
import { addEffect } from '#server/effects/effects.ts'
import { route } from '#server/http/route.ts'
import { checkArchive, findVisibleTask } from '#server/tasks/task-access.ts'
import { loadThreadEntry } from '#server/threads/present-thread.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'

export const threadsRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, threadsApi.comment, async ({ params, actor, body }) => {
    const visible = await findVisibleTask(db, actor, params.id)
    checkArchive(actor, visible)
    const { task } = visible
    const { text } = body()
    const id = await db.transaction(async (tx) => {
      const entry = await insertThreadEntry(tx, {
        task_id: task.id,
        user_id: actor.id,
        kind: 'comment',
        text,
        attempt: task.attempt,
        created_at: new Date().toISOString(),
      })
      await addEffect(tx, 'task-commented', { entry_id: entry.id })
      return entry.id
    })
    return { comment: await loadThreadEntry(db, id) }
  })
}
