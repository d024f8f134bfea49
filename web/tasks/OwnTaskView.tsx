import { useQuery } from '@tanstack/react-query'
import { readOnlyTexts } from '#contract/tasks/read-only-texts.ts'
import { usePageTitle } from '#web/app/page-head.ts'
import { ApiError } from '#web/data/api-error.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { TaskOutline } from '#web/tasks/TaskOutline.tsx'
import { TaskView } from '#web/tasks/TaskView.tsx'
import { keptTaskQuery, useLessonTask, useReferredTask } from '#web/tasks/tasks.queries.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** A student's own task in a lesson that is open to them. */
export const LessonTaskView = ({ lesson, userId }: { lesson: KeptLesson; userId: number }) => {
  const task = useLessonTask(lesson)
  if (task === undefined) return <TaskOutline />
  const { course, assignment } = lesson
  const reason = task ? task.idle : course.status.slug === 'archived' ? 'course-archived' : null
  const next = course.lessons[course.lessons.findIndex(({ id }) => id === lesson.id) + 1] ?? null
  const readOnly = reason ? readOnlyTexts[reason] : null
  return <TaskView page={{ lesson, course, assignment, task, userId, readOnly, next }} />
}

/** Whether there is no task, rather than none that could be loaded. */
const isNone = (error: unknown) => error instanceof ApiError && error.status === 404

/** A student's own task in a lesson that they can no longer open; `error` is why not. */
export const KeptTaskView = ({ lessonId, userId, error }: { lessonId: number; userId: number; error: unknown }) => {
  const query = useQuery(keptTaskQuery(lessonId))
  const task = useReferredTask(query.data?.task_id ?? null)
  usePageTitle(task?.lesson.name)
  const failure = query.data || isNone(query.error) ? null : query.error
  if (failure) return <ErrorState error={failure} onRetry={() => void query.refetch()} page />
  if (query.isPending || task === undefined) return <TaskOutline />
  if (!task) return <ErrorState error={error} page />
  const { lesson, course } = task
  const readOnly = readOnlyTexts[task.idle ?? 'lesson-hidden']
  return <TaskView page={{ lesson, course, assignment: null, task, userId, readOnly, next: null }} />
}
