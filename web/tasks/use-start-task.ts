import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { ApiError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { useOpenWork } from '#web/tasks/open-work.ts'
import { putTask, reloadTask, taskMoved } from '#web/tasks/tasks.queries.ts'

/** Makes one’s own task in a lesson; repeating changes nothing. It is opened. */
export const useStartTask = (lessonId: number) => {
  const client = useQueryClient()
  const open = useOpenWork(lessonId)
  return useMutation({
    mutationFn: () => call(tasksApi.start, { params: { id: lessonId } }),
    onSuccess: ({ task }) => {
      putTask(client, task)
      taskMoved(client)
      open()
    },
    onError: (error) => reportError(error, 'Не удалось начать работу'),
  })
}

/** Takes the task back while no reviewer has taken it; its text is the draft again, and open. */
export const useWithdraw = (task: Task) => {
  const client = useQueryClient()
  const open = useOpenWork(task.lesson.id)
  return useMutation({
    mutationFn: () => call(tasksApi.withdraw, { params: { id: task.id } }),
    onSuccess: (answer) => {
      putTask(client, answer.task)
      taskMoved(client)
      open()
    },
    onError: (error) => {
      reportError(error, 'Не удалось забрать работу')
      if (error instanceof ApiError && error.status === 409) void reloadTask(client, task.id).catch(() => {})
    },
  })
}
