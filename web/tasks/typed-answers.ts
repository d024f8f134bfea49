import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import type { Remark } from '#contract/reviews/reviews.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { act } from '#web/data/act.ts'
import type { TypedAnswer } from '#web/outbox/sending-hand-in.ts'
import { openRemarks } from '#web/tasks/task-steps.ts'
import { readTyped, writeDevice } from '#web/ui/device-store.ts'

/** Where the device keeps an answer to a remark while it is typed. */
export const answerKey = (userId: number, { id }: Pick<Remark, 'id'>) => `remark:${userId}:${id}`

/** The answers to remarks that were typed and not saved. */
export const typedAnswers = (task: Task, userId: number): TypedAnswer[] =>
  openRemarks(task).flatMap((remark) => {
    const answer = readTyped<string>(answerKey(userId, remark))?.trim()
    return answer === undefined || answer === remark.answer ? [] : [{ remarkId: remark.id, answer }]
  })

/**
 * Saves them: a reviewer gets what the student has on screen when the task is handed in. Rejects with the first
 * failure.
 */
export const saveTypedAnswers = async (task: Task, userId: number) => {
  for (const { remarkId, answer } of typedAnswers(task, userId)) {
    const params = { id: task.id, remark_id: remarkId }
    await act(reviewsApi.answerRemark, { params, body: { answer }, as: userId })
    const key = answerKey(userId, { id: remarkId })
    // what was typed since is still to be saved
    if (readTyped<string>(key)?.trim() === answer) writeDevice(key, null)
  }
}
