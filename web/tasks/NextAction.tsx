import { Button } from '@mantine/core'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { PublishTask } from '#web/projects/PublishTask.tsx'
import classes from '#web/tasks/TaskView.module.css'
import { StartButton, WithdrawButton } from '#web/tasks/task-buttons.tsx'
import type { TaskPage } from '#web/tasks/task-page.ts'
import { Row } from '#web/ui/layout.tsx'

/** The one next thing to do with a task that is not being written, in the bar of its page. */
export const NextAction = ({ page: { lesson, task, userId, next } }: { page: TaskPage }) => {
  if (!task)
    return (
      <Row gap={2.5} gapX={5} justify="between" className={classes.next}>
        <p>Преподаватель увидит работу, только когда вы её отправите.</p>
        <StartButton lessonId={lesson.id} />
      </Row>
    )
  switch (task.status.slug) {
    case 'submitted':
      return (
        <Row gap={2.5} gapX={5} justify="between" className={classes.next}>
          {task.lease ? (
            <p>Работу уже проверяют. Ответ появится здесь, и придёт уведомление.</p>
          ) : (
            <>
              <p>Пока работу не начали проверять, её можно забрать.</p>
              <WithdrawButton task={task} />
            </>
          )}
        </Row>
      )
    case 'accepted':
      return (
        <Row gap={2.5} gapX={5} justify="between" className={classes.next}>
          <p>{task.project ? 'Работа уже стала проектом.' : 'Покажите работу другим: из неё получится проект.'}</p>
          <PublishTask task={task} userId={userId} brief />
        </Row>
      )
    default:
      return (
        next && (
          <Row gap={2.5} gapX={5} justify="between" className={classes.next}>
            <p>Можно идти дальше.</p>
            <Button component={Link} to={pathTo('lessons.show', { id: next.id })} variant="default">
              Следующий урок
            </Button>
          </Row>
        )
      )
  }
}
