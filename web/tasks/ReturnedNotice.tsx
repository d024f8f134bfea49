import { placeOfVerdict, taskAddress } from '#contract/tasks/task-places.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { shownVerdict } from '#web/tasks/task-steps.ts'
import { Box } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** On a lesson, where what is to be fixed is far below: that its task came back, with the way to the remarks. */
export const ReturnedNotice = ({ task }: { task: Task }) => {
  const verdict = shownVerdict(task)
  if (task.status.slug !== 'returned' || !verdict) return null
  return (
    <Notice tone="warn">
      Задание вернули на доработку.{' '}
      <Box as="span" links="underlined">
        <Link to={taskAddress(task.lesson.id, placeOfVerdict(verdict.attempt))}>Посмотреть, что исправить</Link>
      </Box>
    </Notice>
  )
}
