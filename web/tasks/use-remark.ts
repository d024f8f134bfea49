import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import type { Remark } from '#contract/reviews/reviews.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { ApiError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { changeTask, putTask, reloadTask } from '#web/tasks/tasks.queries.ts'

/** What a student does with a remark: says that it is fixed, or what there is to say to it. */
type Changes = Partial<Pick<Remark, 'fixed' | 'answer'>>

const changeRemark = (task: Task, id: number, changes: Changes): Task => ({
  ...task,
  attempts: task.attempts.map((attempt) => ({
    ...attempt,
    review: attempt.review && {
      ...attempt.review,
      remarks: attempt.review.remarks.map((remark) => (remark.id === id ? { ...remark, ...changes } : remark)),
    },
  })),
})

/** Marks a remark as fixed or answers it: shown at once, sent one after another, taken back when it did not arrive. */
export const useAnswerRemark = (taskId: number) => {
  const client = useQueryClient()
  const key = ['remarks', taskId]
  const show = (id: number, changes: Changes) => changeTask(client, taskId, (task) => changeRemark(task, id, changes))
  return useMutation({
    mutationKey: key,
    scope: { id: key.join(':') },
    mutationFn: ({ remark, changes }: { remark: Remark; changes: Changes }) =>
      call(reviewsApi.answerRemark, { params: { id: taskId, remark_id: remark.id }, body: changes }),
    onMutate: ({ remark, changes }) => show(remark.id, changes),
    onSuccess: ({ task }) => {
      // an answer that does not know of the next mark yet would take it away for a moment
      if (client.isMutating({ mutationKey: key }) === 1) putTask(client, task)
    },
    onError: (error, { remark, changes }) => {
      const { fixed, answer } = remark
      show(remark.id, 'answer' in changes ? { answer } : { fixed })
      if (error instanceof ApiError && error.status === 409) void reloadTask(client, taskId).catch(() => {})
    },
  })
}
