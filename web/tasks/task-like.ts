import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { act } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { changeTask } from '#web/tasks/tasks.queries.ts'

/** Likes a task, or takes that back; shown at once. */
export const useLikeTask = (taskId: number) => {
  const client = useQueryClient()
  const show = (mine: boolean) =>
    changeTask(client, taskId, (task: Task) =>
      task.likes.mine === mine ? task : { ...task, likes: { count: task.likes.count + (mine ? 1 : -1), mine } },
    )
  return useMutation({
    mutationFn: (mine: boolean) => act(mine ? tasksApi.like : tasksApi.unlike, { params: { id: taskId } }),
    onMutate: show,
    onError: (error, mine) => {
      show(!mine)
      reportError(error)
    },
  })
}
