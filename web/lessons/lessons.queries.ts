import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { keptQuery, q } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import { keptLesson } from '#web/lessons/kept-lesson.ts'
import { arrivedTask } from '#web/tasks/tasks.queries.ts'
import { toast } from '#web/ui/toasts.ts'

/**
 * A lesson with the table of contents of its course; the reader's own task is kept as a task: see `useLessonTask`. Its
 * staff also get it as students do.
 */
export const lessonQuery = (id: number, as?: 'student') =>
  keptQuery(
    lessonsApi.get,
    (response, askedAt) => {
      if (response.lesson.task) arrivedTask(response.lesson.task, askedAt)
      return keptLesson(response)
    },
    { params: { id }, query: { as } },
  )

/** Adds a lesson to a course. */
export const useCreateLesson = () => useAct(lessonsApi.create, (body: BodyOf<typeof lessonsApi.create>) => ({ body }))

/** Changes a lesson and its assignment. */
export const useUpdateLesson = (id: number) =>
  useAct(lessonsApi.update, (body: BodyOf<typeof lessonsApi.update>) => ({ params: { id }, body }))

/** Puts a lesson into the bin of its course. */
export const useDeleteLesson = (id: number) => useAct(lessonsApi.remove, () => ({ params: { id } }))

/** Marks a lesson as read by the user; the page also does so by itself. */
export const useMarkRead = (id: number) => useAct(lessonsApi.markRead, () => ({ params: { id }, background: true }))

/** Removes that mark. */
export const useMarkUnread = (id: number) => useAct(lessonsApi.markUnread, () => ({ params: { id } }))

/** Deleted lessons of a course that can be brought back. */
export const binQuery = (courseId: number) => q(lessonsApi.bin, { params: { id: courseId } })

/** Brings a deleted lesson back. */
export const useRestoreLesson = () =>
  useAct(lessonsApi.restore, ({ id }: { id: number; name: string }) => ({ params: { id } }), {
    onSuccess: ({ lesson: { name } }) =>
      toast({ severity: 'success', summary: 'Урок снова в курсе', detail: name, key: 'lesson-bin' }),
    onError: (error) => reportError(error, 'Не удалось вернуть урок'),
  })
