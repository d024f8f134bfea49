import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { CallResponse } from '#contract/http/endpoint.ts'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task, TaskAsk, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { call } from '#web/data/call.ts'
import { changeLoaded } from '#web/data/change-loaded.ts'
import { keptQuery, keyOf, q } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { useLiveInterval } from '#web/live/live-news.ts'
import { isToHandIn } from '#web/tasks/deadlines.ts'

/** What the queue is narrowed to; numbers as in the address. */
export interface TaskFilter {
  status?: TaskStatus | undefined
  asks?: TaskAsk | undefined
  course_id?: string | undefined
  lesson_id?: string | undefined
  student_id?: string | undefined
  reviewer?: 'me' | 'nobody' | undefined
  search?: string | undefined
  page?: string | undefined
}

/** A page of the queue with the counts of every state. */
export type TaskList = CallResponse<typeof tasksApi.list>

/** A page of the queue. */
export const tasksQuery = (filter: TaskFilter) => q(tasksApi.list, { query: filter })

/** All of the user's own tasks; a student has few enough to be shown on one screen. */
export const ownTasksQuery = queryOptions({
  // every page at once: another shape than a page of the queue
  queryKey: [...keyOf(tasksApi.list), 'all'],
  queryFn: async ({ signal }): Promise<TaskRow[]> => {
    const first = await call(tasksApi.list, {}, signal)
    const others = Array.from({ length: first.pages - 1 }, (_, index) =>
      call(tasksApi.list, { query: { page: index + 2 } }, signal),
    )
    return [first, ...(await Promise.all(others))].flatMap(({ tasks }) => tasks)
  },
})

/** Assignments of the user's courses that they have not begun. */
export const aheadQuery = q(tasksApi.ahead)

/** A task with its attempts and thread: the only place where it is kept. */
export const taskQuery = (id: number) => q(tasksApi.get, { params: { id } })

/** Keeps a task that came inside of another answer, unless a newer one is known since that was asked for. */
export const arrivedTask = (task: Task, askedAt: number) => {
  const { queryKey } = taskQuery(task.id)
  if ((queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0) <= askedAt) queryClient.setQueryData(queryKey, { task })
}

/** The id of the user's own task in a lesson that cannot be opened any more. */
export const keptTaskQuery = (lessonId: number) =>
  keptQuery(
    tasksApi.ofLesson,
    ({ task }, askedAt) => {
      if (task) arrivedTask(task, askedAt)
      return { task_id: task?.id ?? null }
    },
    { params: { id: lessonId } },
  )

/** Takes over what the server returned of a task; older requests under way are dropped. */
export const putTask = (client: QueryClient, task: Task) => {
  const { queryKey } = taskQuery(task.id)
  void client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, { task })
}

/** Changes a task that is already loaded. */
export const changeTask = (client: QueryClient, id: number, change: (task: Task) => Task) =>
  changeLoaded<{ task: Task }>(client, taskQuery(id).queryKey, ({ task }) => ({ task: change(task) }))

/** Loads a task again, after a refusal that says it has changed. */
export const reloadTask = async (client: QueryClient, id: number) => {
  const { task } = await call(tasksApi.get, { params: { id } })
  putTask(client, task)
  return task
}

/** How often a draft that several students write is looked at, in milliseconds. */
const teamIntervalMs = 20_000

/** A task that a lesson refers to; undefined while it is on its way, null where there is none. */
export const useReferredTask = (taskId: number | null): Task | null | undefined => {
  const interval = useLiveInterval()
  const { data, isError } = useQuery({
    ...taskQuery(taskId ?? 0),
    enabled: taskId !== null,
    refetchInterval: ({ state }) => {
      const task = state.data?.task
      // nobody is notified of each line that a teammate keeps in the draft
      if (task && task.students.length > 1 && isToHandIn(task.status.slug)) return teamIntervalMs
      return task?.status.slug === 'submitted' ? interval : false
    },
  })
  if (taskId === null || (isError && !data)) return null
  return data?.task
}

/** The student's own task of a lesson, kept in step with the server; it is loaded again while a reviewer may answer. */
export const useLessonTask = ({ task_id }: KeptLesson) => useReferredTask(task_id)
