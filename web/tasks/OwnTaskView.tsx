import { useQuery } from '@tanstack/react-query'
import type { IdleReason } from '#contract/tasks/idle.ts'
import { usePageTitle } from '#web/app/page-head.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { TaskOutline } from '#web/tasks/TaskOutline.tsx'
import { TaskView } from '#web/tasks/TaskView.tsx'
import { keptTaskQuery, useLessonTask, useReferredTask } from '#web/tasks/tasks.queries.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

const reasons: Record<IdleReason, string> = {
  'course-archived': 'Курс в архиве: работы в нём можно только читать.',
  left: 'Вы больше не на этом курсе: работу можно только читать.',
  'lesson-hidden': 'Урок сейчас закрыт: работу можно только читать.',
  'lesson-deleted': 'Урок удалён: работу можно только читать.',
}

/** A student's own task in a lesson that is open to them. */
export const LessonTaskView = ({ lesson, userId }: { lesson: KeptLesson; userId: number }) => {
  const task = useLessonTask(lesson)
  if (task === undefined) return <TaskOutline />
  const { course, assignment } = lesson
  const reason = task ? task.idle : course.status.slug === 'archived' ? 'course-archived' : null
  const next = course.lessons[course.lessons.findIndex(({ id }) => id === lesson.id) + 1] ?? null
  const readOnly = reason ? reasons[reason] : null
  return <TaskView page={{ lesson, course, assignment, task, userId, readOnly, next }} />
}

/** A student's own task in a lesson that they can no longer open; `error` is why not. */
export const KeptTaskView = ({ lessonId, userId, error }: { lessonId: number; userId: number; error: unknown }) => {
  const query = useQuery(keptTaskQuery(lessonId))
  const task = useReferredTask(query.data?.task_id ?? null)
  usePageTitle(task?.lesson.name)
  if (query.isPending || task === undefined) return <TaskOutline />
  if (!task) return <ErrorState error={error} page />
  const { lesson, course } = task
  const readOnly = reasons[task.idle ?? 'lesson-hidden']
  return <TaskView page={{ lesson, course, assignment: null, task, userId, readOnly, next: null }} />
}
