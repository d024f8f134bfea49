import { Skeleton } from '@mantine/core'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { focusTask } from '#web/reviews/focus-title.ts'

const ExtensionAnswer = latePart(
  async () => ({ default: (await import('#web/threads/ExtensionAnswer.tsx')).ExtensionAnswer }),
  () => <Skeleton height={96} />,
)

const QuestionAnswer = latePart(
  async () => ({ default: (await import('#web/threads/QuestionAnswer.tsx')).QuestionAnswer }),
  () => <Skeleton height={96} />,
)

/** What the student waits for besides a review, above the task whatever its state: answered here, with a click. */
export const StudentAsks = ({ task }: { task: Task }) => (
  <>
    {task.extension_asked && <ExtensionAnswer task={task} until={task.extension_asked} />}
    {task.question_at && <QuestionAnswer task={task} since={task.question_at} onSettled={focusTask} />}
  </>
)
