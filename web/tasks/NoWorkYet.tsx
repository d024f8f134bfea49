import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { openWork } from '#web/tasks/open-work.ts'
import { useStartTask } from '#web/tasks/use-hand-in.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Where the work will stand, before it is begun. */
export const NoWorkYet = ({ lessonId }: { lessonId: number }) => {
  const start = useStartTask(lessonId)
  return (
    <Card flush>
      <EmptyState
        icon={IconPencil}
        title="Здесь будет ваша работа"
        text="Пишите не торопясь: черновик сохраняется сам, и его видите только вы."
        action={
          <Button
            variant="default"
            loading={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: ({ task }) => openWork(task.id) })}
          >
            Написать ответ
          </Button>
        }
      />
    </Card>
  )
}
