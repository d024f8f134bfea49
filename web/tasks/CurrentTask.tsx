import { Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { mayHold } from '#web/outbox/outbox-flag.ts'
import { Acceptance } from '#web/tasks/Acceptance.tsx'
import { HandIn } from '#web/tasks/HandIn.tsx'
import { NoTaskYet } from '#web/tasks/NoTaskYet.tsx'
import { Outcome } from '#web/tasks/Outcome.tsx'
import type { TaskPage } from '#web/tasks/task-page.ts'
import type { WrittenTaskProps } from '#web/tasks/written-tasks.ts'
import { Card } from '#web/ui/Card.tsx'
import { Text } from '#web/ui/layout.tsx'

/** The editor is heavy: it comes to those who can write. */
const WrittenTask = latePart<WrittenTaskProps>(
  () => import('#web/tasks/WrittenTask.tsx'),
  () => <Skeleton height={420} radius="md" />,
)

/** Hardly anybody has it. */
const LeftText = latePart<WrittenTaskProps>(
  () => import('#web/tasks/LeftText.tsx'),
  () => null,
)

/** The present stage of the task: the answer that is being written, or the outcome of the last one. */
export const CurrentTask = ({ page }: { page: TaskPage }) => {
  const { task, userId, readOnly } = page
  const outcome = useFocusOnMove(task)
  const isWritten = task?.status.slug === 'draft' || task?.status.slug === 'returned'
  return (
    <>
      <Text as="h2" id="work-title" size={7}>
        Моя работа
      </Text>
      {!task && !readOnly && <NoTaskYet />}
      {task && isWritten && !readOnly && <WrittenTask key={task.id} task={task} userId={userId} />}
      {task && isWritten && readOnly && <HandIn key={task.id} task={task} userId={userId} readOnly />}
      {task?.status.slug === 'submitted' && mayHold('draft') && <LeftText task={task} userId={userId} />}
      {task && !isWritten && (
        <div ref={outcome} tabIndex={-1}>
          {task.status.slug === 'accepted' ? (
            <Acceptance task={task} next={page.next} />
          ) : (
            <Card>
              <Outcome task={task} />
            </Card>
          )}
        </div>
      )}
    </>
  )
}

/** After a hand-in the focus moves from the button, which is gone, to the outcome. */
const useFocusOnMove = (task: Task | null) => {
  const slug = task?.status.slug
  const outcome = useRef<HTMLDivElement>(null)
  const before = useRef(slug)
  useEffect(() => {
    if (before.current !== slug && slug === 'submitted') outcome.current?.focus()
    before.current = slug
  }, [slug])
  return outcome
}
