import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallAnswer } from '#contract/http/endpoint.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { call } from '#web/app/call.ts'
import { queryClient } from '#web/app/query-client.ts'
import { useLiveInterval } from '#web/live/live-news.ts'
import { isToHandIn } from '#web/tasks/deadlines.ts'

/** What the queue is narrowed to; every word as it stands in the address. */
export interface TaskFilter {
  status?: string
  asks?: string
  course_id?: string
  lesson_id?: string
  student_id?: string
  reviewer?: string
  search?: string
  page?: string
}

/** A page of the queue with the counts of every state. */
export type TaskList = CallAnswer<typeof tasksApi.list>

const listKey = ['tasks', 'list'] as const

/** A page of the queue. */
export const tasksQuery = (filter: TaskFilter) =>
  queryOptions({
    queryKey: [...listKey, filter],
    queryFn: ({ signal }) => call(tasksApi.list, { query: filter as never }, signal),
  })

/** All of one's own works; a student has few enough to be shown on one screen. */
export const ownTasksQuery = queryOptions({
  queryKey: [...listKey, 'own'],
  queryFn: async ({ signal }): Promise<TaskRow[]> => {
    const first = await call(tasksApi.list, {}, signal)
    const others = Array.from({ length: first.pages - 1 }, (_, index) =>
      call(tasksApi.list, { query: { page: index + 2 } }, signal),
    )
    return [first, ...(await Promise.all(others))].flatMap(({ tasks }) => tasks)
  },
})

/** What one's courses ask for and one has not begun. */
export const aheadQuery = queryOptions({
  queryKey: ['tasks', 'ahead'],
  queryFn: ({ signal }) => call(tasksApi.ahead, {}, signal),
})

/** A work with its attempts and thread. */
export const taskQuery = (id: number) =>
  queryOptions({
    queryKey: ['tasks', id],
    queryFn: async ({ signal }) => {
      const answer = await call(tasksApi.get, { params: { id } }, signal)
      putInLesson(queryClient, answer.task)
      return answer
    },
  })

/** One's own task in a lesson that cannot be opened any more. */
export const keptTaskQuery = (lessonId: number) =>
  queryOptions({
    queryKey: ['tasks', 'kept', lessonId],
    queryFn: ({ signal }) => call(tasksApi.ofLesson, { params: { id: lessonId } }, signal),
  })

/** The reader's own work also travels inside its lesson: both copies say the same. */
const putInLesson = (client: QueryClient, task: Task) => {
  // a work without a draft is somebody else's
  if (!task.draft) return
  client.setQueryData<{ lesson: Lesson }>(['lessons', task.lesson.id], (old) => {
    if (!old) return old
    const { lesson } = old
    const own = { id: task.id, status: task.status }
    const lessons = lesson.course.lessons.map((row) => (row.id === lesson.id ? { ...row, task: own } : row))
    return { ...old, lesson: { ...lesson, task, course: { ...lesson.course, lessons } } }
  })
}

/** Takes over what the server answered about a work, wherever it is shown; older questions under way are dropped. */
export const putTask = (client: QueryClient, task: Task) => {
  void client.cancelQueries({ queryKey: ['lessons', task.lesson.id] })
  void client.cancelQueries({ queryKey: ['tasks', task.id] })
  client.setQueryData(taskQuery(task.id).queryKey, { task })
  putInLesson(client, task)
}

/** Changes a work that is already loaded, wherever it is shown. */
export const changeTask = (client: QueryClient, id: number, change: (task: Task) => Task) => {
  const known = client.getQueryData(taskQuery(id).queryKey)
  if (known) putTask(client, change(known.task))
}

/** Tells the lists, and the course with its progress, that a work has moved. */
export const taskMoved = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: listKey })
  void client.invalidateQueries({ queryKey: aheadQuery.queryKey })
  void client.invalidateQueries({ queryKey: ['courses'] })
}

/** Loads a work anew, after a refusal that says it has changed. */
export const reloadTask = async (client: QueryClient, id: number) => {
  const answer = await call(tasksApi.get, { params: { id } })
  putTask(client, answer.task)
  return answer.task
}

/** How often a draft that several students write is looked at, in milliseconds. */
const teamInterval = 20_000

/** One's own work of a lesson, kept in step with it; it is looked at again while a reviewer may answer. */
export const useLessonTask = (lesson: Lesson): Task | null => {
  const { task } = lesson
  const interval = useLiveInterval()
  const isWaiting = task?.status.slug === 'submitted'
  const isTeamDraft = task !== null && task.students.length > 1 && isToHandIn(task.status.slug)
  useQuery({
    ...taskQuery(task?.id ?? 0),
    enabled: task !== null,
    initialData: task ? { task } : undefined,
    // nobody is told of each line that a teammate keeps in the draft
    refetchInterval: isWaiting ? interval : isTeamDraft ? teamInterval : false,
  })
  useEffect(() => {
    if (task) queryClient.setQueryData(taskQuery(task.id).queryKey, { task })
  }, [task])
  return task
}
