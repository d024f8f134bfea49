import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import type { Remark } from '#contract/reviews/reviews.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { act } from '#web/data/act.ts'
import { inTurn } from '#web/data/endpoint-query.ts'
import { changeTask } from '#web/tasks/tasks.queries.ts'

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
  const show = (id: number, changes: Changes) => changeTask(client, taskId, (task) => changeRemark(task, id, changes))
  return useMutation({
    // an answer that does not include the next mark yet would take it away for a moment
    ...inTurn(reviewsApi.answerRemark, { params: { id: taskId } }),
    mutationFn: ({ remark, changes }: { remark: Remark; changes: Changes }) =>
      act(reviewsApi.answerRemark, {
        params: { id: taskId, remark_id: remark.id },
        body: changes,
        // it is shown as done: closing the page a moment later must not lose it
        keepalive: true,
      }),
    onMutate: ({ remark, changes }) => show(remark.id, changes),
    onError: (_error, { remark, changes }) => {
      const { fixed, answer } = remark
      show(remark.id, 'answer' in changes ? { answer } : { fixed })
    },
  })
}
