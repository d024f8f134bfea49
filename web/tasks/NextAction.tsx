import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { PublishTask } from '#web/projects/PublishTask.tsx'
import classes from '#web/tasks/TaskView.module.css'
import { StartButton, WithdrawButton } from '#web/tasks/task-buttons.tsx'
import type { TaskPage } from '#web/tasks/task-page.ts'
import { Row, Text } from '#web/ui/layout.tsx'

const Next = (props: { children: ReactNode }) => (
  <Row gap={2.5} gapX={5} justify="between" className={classes.next} {...props} />
)

const Note = (props: { children: string }) => <Text size={4} tone="soft" tight {...props} />

/** The one next thing to do with a task that is not being written, in the bar of its page. */
export const NextAction = ({ page: { lesson, task, userId, next } }: { page: TaskPage }) => {
  if (!task)
    return (
      <Next>
        <Note>Преподаватель увидит работу, только когда вы её отправите.</Note>
        <StartButton lessonId={lesson.id} />
      </Next>
    )
  switch (task.status.slug) {
    case 'submitted':
      return (
        <Next>
          {task.can_withdraw && !task.lease ? (
            <>
              <Note>Пока работу не начали проверять, её можно забрать.</Note>
              <WithdrawButton task={task} />
            </>
          ) : (
            <Note>{`${task.lease ? 'Работу уже проверяют. ' : ''}Ответ появится здесь, и придёт уведомление.`}</Note>
          )}
        </Next>
      )
    case 'accepted':
      return (
        <Next>
          <Note>
            {task.project ? 'Работа уже стала проектом.' : 'Покажите работу другим: из неё получится проект.'}
          </Note>
          <PublishTask task={task} userId={userId} brief />
        </Next>
      )
    default:
      return (
        next && (
          <Next>
            <Note>Можно идти дальше.</Note>
            <Button component={Link} to={pathTo('lessons.show', { id: next.id })} variant="default">
              Следующий урок
            </Button>
          </Next>
        )
      )
  }
}
