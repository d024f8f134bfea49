import { Button } from '@mantine/core'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { DraftStatus } from '#web/drafts/DraftStatus.tsx'
import classes from '#web/tasks/LessonTaskCard.module.css'
import { openWork } from '#web/tasks/open-work.ts'
import { RemarksToFix } from '#web/tasks/RemarksToFix.tsx'
import { TaskSteps } from '#web/tasks/TaskSteps.tsx'
import { useDraft } from '#web/tasks/use-draft.ts'
import { useStartTask, useWithdraw } from '#web/tasks/use-hand-in.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** How far a student has come with the lesson's work, and the one next thing to do. */
export const OwnTask = ({ lesson, task, userId }: { lesson: Lesson; task: Task | null; userId: number }) => {
  const archived = lesson.course.status.slug === 'archived'
  if (!task) return archived ? <ArchivedNote /> : <StartButton lessonId={lesson.id} />
  return (
    <>
      <TaskSteps task={task} />
      <RemarksToFix task={task} userId={userId} />
      {archived ? <ArchivedNote /> : <NextThing task={task} userId={userId} />}
    </>
  )
}

const ArchivedNote = () => <p className={classes.note}>Курс в архиве: работы можно только читать.</p>

const StartButton = ({ lessonId }: { lessonId: number }) => {
  const start = useStartTask(lessonId)
  const once = useSingle()
  return (
    <Button size="lg" fullWidth loading={start.isPending} onClick={() => once(() => start.mutateAsync())}>
      Начать работу
    </Button>
  )
}

const NextThing = ({ task, userId }: { task: Task; userId: number }) => {
  switch (task.status.slug) {
    case 'draft':
    case 'returned':
      return <OpenButton task={task} userId={userId} />
    case 'submitted':
      // once somebody reviews it the server would refuse
      return task.lease ? null : <WithdrawButton task={task} />
    case 'accepted':
      return (
        <Button component={Link} to={`${pathTo('projects.create')}?task=${task.id}`} h={44} fullWidth>
          Опубликовать как проект
        </Button>
      )
    default:
      return null
  }
}

const OpenButton = ({ task, userId }: { task: Task; userId: number }) => {
  const opened = useDraft(task, userId)
  return (
    <div>
      <Button size="lg" fullWidth onClick={() => openWork(task.id)}>
        {task.status.slug === 'returned' ? 'Исправить' : 'Открыть черновик'}
      </Button>
      {opened && <DraftStatus state={opened.state} repeated />}
    </div>
  )
}

const WithdrawButton = ({ task }: { task: Task }) => {
  const withdraw = useWithdraw(task)
  const once = useSingle()
  return (
    <Button variant="default" fullWidth loading={withdraw.isPending} onClick={() => once(() => withdraw.mutateAsync())}>
      Забрать обратно
    </Button>
  )
}
