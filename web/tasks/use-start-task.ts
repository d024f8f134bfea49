import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { useOpenTask } from '#web/tasks/open-task.ts'
import { toast } from '#web/ui/toasts.ts'

/** Creates the user's own task in a lesson; repeating changes nothing. It is opened. */
export const useStartTask = (lessonId: number) => {
  const open = useOpenTask(lessonId)
  return useAct(tasksApi.start, () => ({ params: { id: lessonId } }), {
    onSuccess: () => open(),
    onError: (error) => reportError(error, 'Не удалось начать работу'),
  })
}

/** Takes the task back while no reviewer has taken it; its text is the draft again, and open. */
export const useWithdraw = (task: Task) => {
  const open = useOpenTask(task.lesson.id)
  return useAct(tasksApi.withdraw, () => ({ params: { id: task.id } }), {
    onSuccess: () => {
      const detail = 'Чтобы её проверили, отправьте её ещё раз.'
      toast({ severity: 'info', summary: 'Работа снова у вас', detail, life: 6000, key: 'withdraw' })
      open()
    },
    onError: (error) => reportError(error, 'Не удалось забрать работу'),
  })
}
