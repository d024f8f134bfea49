import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useStartTask } from '#web/tasks/use-start-task.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useSingle } from '#web/ui/use-single.ts'

/** Where the work will stand, before it is begun. */
export const NoWorkYet = ({ lessonId }: { lessonId: number }) => {
  const start = useStartTask(lessonId)
  const once = useSingle()
  return (
    <Card flush>
      <EmptyState
        icon={IconPencil}
        title="Здесь будет ваша работа"
        text="Пишите не торопясь: черновик сохраняется сам, и его видите только вы."
        action={
          <Button variant="default" loading={start.isPending} onClick={() => once(() => start.mutateAsync())}>
            Написать ответ
          </Button>
        }
      />
    </Card>
  )
}
