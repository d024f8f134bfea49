import type { z } from 'zod'
import type { RemarkChange } from '#contract/reviews/reviews.schema.ts'
import type { Db } from '#server/db/database.ts'
import { addTaskEvent } from '#server/events/events.repo.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { findLatestReview, listOpenRemarksOf, listRemarksOf, updateRemark } from '#server/reviews/reviews.repo.ts'
import { lockTask } from '#server/tasks/tasks.repo.ts'

/**
 * A student marks a remark as fixed, or answers it: while the task is with the student, who may have taken the next
 * attempt back, and the remark is part of the verdict in force.
 */
export const answerRemark = (
  db: Db,
  taskId: number,
  remarkId: number,
  { fixed, answer }: z.output<typeof RemarkChange>,
) =>
  db.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    const [remark] = await listRemarksOf(tx, taskId, [remarkId])
    found(remark)
    if (task.status !== 'returned' && task.status !== 'draft') {
      throw new Refusal('wrong-state', { detail: 'Отвечать на замечания можно, пока работа на доработке.' })
    }
    const latest = await findLatestReview(tx, taskId)
    const open = latest ? await listOpenRemarksOf(tx, latest.review.id) : []
    if (!open.some(({ id }) => id === remarkId)) {
      throw new Refusal('wrong-state', { detail: 'Это замечание уже снято. Обновите страницу.' })
    }
    await updateRemark(tx, remarkId, {
      ...(fixed === undefined ? {} : { fixed }),
      ...(answer === undefined ? {} : { answer }),
    })
    await addTaskEvent(tx, taskId, 'remark', 'all')
  })
