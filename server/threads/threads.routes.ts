import type { FastifyInstance } from 'fastify'
import { canReviewTask } from '#contract/tasks/tasks.policy.ts'
import { threadsApi } from '#contract/threads/threads.api.ts'
import type { Deps } from '#server/deps.ts'
import { authorize } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { loadTask } from '#server/tasks/present-task.ts'
import { checkWritable, findOwnTask, findReviewableTask, findVisibleTask } from '#server/tasks/task-access.ts'
import { askExtension, refuseExtension, setExtension } from '#server/threads/extend-task.ts'
import { loadThreadEntry } from '#server/threads/present-thread.ts'
import { settleQuestion, writeComment } from '#server/threads/write-comment.ts'

export const threadsRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, threadsApi.comment, async ({ params, actor, body }) => {
    const task = await findVisibleTask(db, actor, params.id)
    checkWritable(actor, task)
    const comment = body()
    if (comment.note) authorize(canReviewTask(actor, task), 'Заметки для своих пишут только преподаватели.')
    return { comment: await loadThreadEntry(db, await writeComment(db, actor, task, comment)) }
  })

  route(app, threadsApi.settleQuestion, async ({ params, actor }) => {
    const { task } = await findReviewableTask(db, actor, params.id)
    await settleQuestion(db, task.id)
    return { task: await loadTask(db, actor, task.id) }
  })

  route(app, threadsApi.askExtension, async ({ params, actor, body }) => {
    const { task } = await findOwnTask(db, actor, params.id)
    return { comment: await loadThreadEntry(db, await askExtension(db, actor, task.id, body())) }
  })

  route(app, threadsApi.refuseExtension, async ({ params, actor }) => {
    const { task } = await findReviewableTask(db, actor, params.id)
    await refuseExtension(db, actor, task.id)
    return { task: await loadTask(db, actor, task.id) }
  })

  route(app, threadsApi.extend, async ({ params, actor, body }) => {
    const { task } = await findReviewableTask(db, actor, params.id)
    await setExtension(db, actor, task.id, body().until)
    return { task: await loadTask(db, actor, task.id) }
  })
}
