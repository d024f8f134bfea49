import { Button } from '@mantine/core'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { useJustHandedIn } from '#web/tasks/just-handed-in.ts'
import { useStartTask, useWithdraw } from '#web/tasks/use-start-task.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** Begins the task and opens it: the main thing to do. */
export const StartButton = ({ lessonId }: { lessonId: number }) => {
  const start = useStartTask(lessonId)
  const once = useSingle()
  return (
    <Button size="lg" fullWidth loading={start.isPending} onClick={() => once(() => start.mutateAsync())}>
      Начать работу
    </Button>
  )
}

/** The same at the place of the task. */
export const WriteButton = ({ lessonId }: { lessonId: number }) => {
  const start = useStartTask(lessonId)
  const once = useSingle()
  return (
    <Button variant="default" loading={start.isPending} onClick={() => once(() => start.mutateAsync())}>
      Написать ответ
    </Button>
  )
}

/** Takes a task back that nobody has begun to review. */
export const WithdrawButton = ({ task }: { task: Task }) => {
  const withdraw = useWithdraw(task)
  const once = useSingle()
  return (
    <Button
      variant="default"
      fullWidth
      disabled={useJustHandedIn()}
      loading={withdraw.isPending}
      onClick={() => once(() => withdraw.mutateAsync())}
    >
      Забрать обратно
    </Button>
  )
}
