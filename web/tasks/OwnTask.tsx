import { Button, Skeleton } from '@mantine/core'
import { readOnlyTexts } from '#contract/tasks/read-only-texts.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { latePart } from '#web/app/late.tsx'
import { DraftStatus } from '#web/drafts/DraftStatus.tsx'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { PublishTask } from '#web/projects/PublishTask.tsx'
import { AskExtension } from '#web/tasks/AskExtension.tsx'
import { placeToAsk } from '#web/tasks/deadlines.ts'
import { useOpenTask, writtenDraft } from '#web/tasks/open-task.ts'
import { TaskSteps } from '#web/tasks/TaskSteps.tsx'
import { StartButton, WithdrawButton } from '#web/tasks/task-buttons.tsx'
import { openRemarks } from '#web/tasks/task-steps.ts'
import { Text } from '#web/ui/layout.tsx'
import { useStore } from '#web/ui/store.ts'
import { useNow } from '#web/ui/use-now.ts'

const RemarksToFix = latePart(
  async () => ({ default: (await import('#web/tasks/RemarksToFix.tsx')).RemarksToFix }),
  () => <Skeleton height={72} />,
)

/** How far a student has come with the lesson's task, and the one next thing to do. */
export const OwnTask = ({ lesson, task, userId }: { lesson: KeptLesson; task: Task | null; userId: number }) => {
  const archived = lesson.course.status.slug === 'archived'
  if (!task) return archived ? <ArchivedNote /> : <StartButton lessonId={lesson.id} />
  return (
    <>
      {task.students.length > 1 && (
        <Text size={3} loose anywhere>
          <Text as="b" weight="medium">
            Команда:
          </Text>{' '}
          {task.students.map(fullName).join(', ')}
        </Text>
      )}
      <TaskSteps task={task} />
      {openRemarks(task).length > 0 && <RemarksToFix task={task} userId={userId} readOnly={archived} />}
      {archived ? <ArchivedNote /> : <NextThing task={task} userId={userId} />}
    </>
  )
}

const ArchivedNote = () => (
  <Text size={3} tone="quiet">
    {readOnlyTexts['course-archived']}
  </Text>
)

const NextThing = ({ task, userId }: { task: Task; userId: number }) => {
  switch (task.status.slug) {
    case 'draft':
    case 'returned':
      return (
        <>
          <OpenButton task={task} />
          <MoreTime task={task} userId={userId} />
        </>
      )
    case 'submitted':
      // a lease that came since may be newer than what the server said
      return task.can_withdraw && !task.lease ? <WithdrawButton task={task} /> : null
    case 'accepted':
      return <PublishTask task={task} userId={userId} />
    default:
      return null
  }
}

const MoreTime = ({ task, userId }: { task: Task; userId: number }) =>
  placeToAsk(task, useNow()) === 'card' && <AskExtension task={task} userId={userId} />

const OpenButton = ({ task }: { task: Task }) => {
  const open = useOpenTask(task.lesson.id)
  const written = useStore(writtenDraft)
  const state =
    written?.taskId === task.id ? written.state : { phase: 'saved' as const, savedAt: task.draft?.saved_at ?? null }
  return (
    <div>
      <Button size="lg" fullWidth onClick={open}>
        {task.status.slug === 'returned' ? 'Исправить' : 'Открыть черновик'}
      </Button>
      <DraftStatus state={state} repeated />
    </div>
  )
}
