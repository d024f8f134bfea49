// @vitest-environment happy-dom
import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coursesApi } from '#contract/courses/courses.api.ts'
import type { LiveEvent, TaskHappening } from '#contract/events/events.schema.ts'
import { newestAnnouncements } from '#web/announcements/announcements.queries.ts'
import { userQuery } from '#web/auth/session.ts'
import { calendarQuery } from '#web/calendar/calendar.queries.ts'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { act } from '#web/data/act.ts'
import { inputOf } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { journalQuery } from '#web/journal/journal.queries.ts'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import { applyNews } from '#web/live/apply-news.ts'
import { followTask } from '#web/live/live-news.ts'
import { markRead } from '#web/notifications/notifications.queries.ts'
import { projectQuery } from '#web/projects/projects.queries.ts'
import { questionsQuery } from '#web/questions/questions.queries.ts'
import { ownTasksQuery, taskQuery, tasksQuery } from '#web/tasks/tasks.queries.ts'

const asked: string[] = []
const leaving: (() => void)[] = []

/** A query that is on screen, or was. */
const show = async ({ queryKey }: { queryKey: QueryKey }, data: unknown, active = true) => {
  const observer = new QueryObserver<unknown>(queryClient, {
    queryKey,
    queryFn: async () => {
      asked.push([queryKey[0], ...Object.values(inputOf({ queryKey }))].join(' '))
      return data
    },
    initialData: data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const leave = observer.subscribe(() => {})
  if (active) leaving.push(leave)
  else leave()
}

const happened = (happening: TaskHappening, task_id = 7, extra = {}): LiveEvent => ({
  type: 'task',
  happening,
  task_id,
  lesson_id: 3,
  course_id: 2,
  ...extra,
})

/** Signs somebody in; the server is away, so that they stay signed in. */
const signIn = (role: 'student' | 'teacher') =>
  queryClient.setQueryData(userQuery.queryKey, {
    id: 1,
    role: { slug: role },
    notifications: { unread: 0, data: [] },
  } as never)

/** Until everything that was gathered is asked for. */
const settle = () => vi.advanceTimersByTimeAsync(3000)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  localStorage.setItem('access_token', 'token')
  signIn('teacher')
})
afterEach(async () => {
  await settle()
  for (const leave of leaving.splice(0)) leave()
  queryClient.clear()
  asked.length = 0
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a burst of events asks a few times for what is shown, and for nothing else', async () => {
  await show(tasksQuery({}), { tasks: [] })
  await show(tasksQuery({ page: '2' }), { tasks: [] }, false)
  await show(taskQuery(7), { task: {} })
  await show(taskQuery(8), { task: {} }, false)
  await show(journalQuery(2), {})
  await show(courseQuery(9), {})
  await show(lessonQuery(3), {})
  await show(draftQuery('review:7'), {})
  for (let i = 0; i < 50; i += 1) {
    applyNews(happened('submitted', 7 + (i % 2)))
    await vi.advanceTimersByTimeAsync(20)
  }
  await settle()
  expect([...new Set(asked)].sort()).toEqual([
    'GET /api/courses/{id}/journal 2',
    'GET /api/tasks',
    'GET /api/tasks/{id} 7',
  ])
  expect(asked.length).toBeLessThanOrEqual(6)
  // loaded again when they are opened
  expect(queryClient.getQueryState(taskQuery(8).queryKey)?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(tasksQuery({ page: '2' }).queryKey)?.isInvalidated).toBe(true)
})

test('the reviewer of a task is shown without a request', async () => {
  const row = { id: 7, lease: null }
  await show(tasksQuery({}), { tasks: [row, { id: 8, lease: null }], total: 2 })
  await show(ownTasksQuery, [row])
  await show(taskQuery(7), { task: { id: 7, lease: null, status: 'submitted', can_withdraw: true } })
  await show(lessonQuery(3), { lesson: { id: 3, task_id: 7 } })
  const lease = {
    user: { id: 5, name: 'Анна', surname: 'Ёлкина' },
    since: '2026-01-01T10:00:00.000Z',
    expires_at: '2026-01-01T10:20:00.000Z',
  }
  applyNews(happened('lease', 7, { lease }))
  await settle()
  expect(asked).toEqual([])
  expect(queryClient.getQueryData(tasksQuery({}).queryKey)).toEqual({
    tasks: [
      { id: 7, lease },
      { id: 8, lease: null },
    ],
    total: 2,
  })
  expect(queryClient.getQueryData(ownTasksQuery.queryKey)).toEqual([{ id: 7, lease }])
  expect(queryClient.getQueryData(taskQuery(7).queryKey)).toEqual({ task: { id: 7, lease, status: 'submitted' } })
  // the lesson only refers to its task
  expect(queryClient.getQueryData(lessonQuery(3).queryKey)).toEqual({ lesson: { id: 3, task_id: 7 } })
  applyNews(happened('lease'))
  // it was taken once
  expect(queryClient.getQueryData(taskQuery(7).queryKey)).toEqual({ task: { id: 7, lease: null, status: 'submitted' } })
})

/** A task on screen whose responses are sent by hand, and how often it was asked for. */
const showSlow = async (initialData?: unknown) => {
  const responses: ((data: unknown) => void)[] = []
  const observer = new QueryObserver<unknown>(queryClient, {
    queryKey: taskQuery(7).queryKey,
    queryFn: () => new Promise((resolve) => responses.push(resolve)),
    initialData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  leaving.push(observer.subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(0)
  return {
    reload: () => void observer.refetch(),
    respond: async (nth: number, data: unknown) => {
      responses[nth]?.(data)
      await vi.advanceTimersByTimeAsync(0)
    },
    asked: () => responses.length,
    shown: () => queryClient.getQueryData(taskQuery(7).queryKey),
  }
}

const taken = { task: { id: 7, lease: { user: { id: 5 } } } }
const free = { task: { id: 7, lease: null } }

test.each([
  ['a task that is being loaded again', taken],
  ['a task that is being loaded for the first time', undefined],
])('%s is loaded again when an event comes before the response', async (_name, initial) => {
  for (const happening of ['lease', 'comment'] as const) {
    const task = await showSlow(initial)
    if (initial) task.reload()
    expect(task.asked()).toBe(1)
    applyNews(happened(happening))
    await vi.advanceTimersByTimeAsync(2500)
    // it was read before the event, and arrives after it
    await task.respond(0, taken)
    expect(task.asked()).toBe(2)
    await task.respond(1, free)
    await settle()
    expect([task.shown(), task.asked()]).toEqual([free, 2])
    for (const leave of leaving.splice(0)) leave()
    queryClient.removeQueries({ queryKey: taskQuery(7).queryKey })
  }
})

test('a task that is opened between an event and its reload is notified of it', async () => {
  await show(taskQuery(7), { task: {} }, false)
  applyNews(happened('comment', 8))
  await settle()
  applyNews(happened('comment', 8))
  await vi.advanceTimersByTimeAsync(1000)
  applyNews(happened('comment', 7))
  const news: unknown[] = []
  const stop = followTask(7, (event) => news.push(event))
  leaving.push(stop)
  await settle()
  expect(news).toEqual([happened('comment', 7)])
  applyNews(happened('verdict', 7))
  await settle()
  expect(news).toEqual([happened('comment', 7), happened('verdict', 7)])
  // one that is left and opened again
  applyNews(happened('remark', 7))
  stop()
  leaving.push(followTask(7, (event) => news.push(event)))
  await settle()
  expect(news.slice(2)).toEqual([happened('remark', 7), happened('remark', 7)])
})

test('what is being loaded for a screen that is not open yet is loaded again when that opens', async () => {
  await show(taskQuery(7), taken, false)
  const responses: ((data: never) => void)[] = []
  const queryFn = () => new Promise<never>((resolve) => responses.push(resolve))
  const ahead = queryClient.fetchQuery({ ...taskQuery(7), queryFn, staleTime: 0 })
  applyNews(happened('comment'))
  await settle()
  expect(responses).toHaveLength(1)
  responses[0]?.(taken as never)
  await ahead
  expect(queryClient.getQueryState(taskQuery(7).queryKey)?.isInvalidated).toBe(true)
})

test('a student’s open work is loaded once, not with its lesson too', async () => {
  signIn('student')
  await show(lessonQuery(3), { lesson: {} })
  await show(taskQuery(7), { task: {} })
  applyNews(happened('verdict'))
  await settle()
  expect(asked).toEqual(['GET /api/tasks/{id} 7'])
  // one that was begun elsewhere comes with its lesson
  asked.length = 0
  applyNews(happened('team', 12))
  await settle()
  expect(asked).toEqual(['GET /api/lessons/{id} 3'])
})

test('a reset reloads everything about tasks that is shown and was not loaded just now', async () => {
  await show(tasksQuery({}), { tasks: [] })
  await show(projectQuery(1), {})
  await vi.advanceTimersByTimeAsync(60_000)
  await show(courseQuery(2), {})
  applyNews({ type: 'reset' })
  await settle()
  expect(asked).toEqual(['GET /api/tasks'])
})

test('a reset reloads what other events are of, too, also when it arrives right after one of them', async () => {
  await show(questionsQuery(3), { questions: [] })
  await show(calendarQuery('2026-11', undefined), { events: [] })
  await show(newestAnnouncements, {})
  await vi.advanceTimersByTimeAsync(60_000)
  applyNews({ type: 'questions', lesson_id: 3 })
  applyNews({ type: 'reset' })
  await settle()
  expect(asked.map((name) => name.split(' ')[1]).sort()).toEqual([
    '/api/announcements',
    '/api/calendar',
    '/api/lessons/{id}/questions',
  ])
})

test('what many pages received at once is loaded within the time that they share, once', async () => {
  await show(tasksQuery({}), { tasks: [] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  await vi.advanceTimersByTimeAsync(60_000)
  applyNews({ type: 'reset', within_ms: 10_000 })
  applyNews({ type: 'reset', within_ms: 10_000 })
  await vi.advanceTimersByTimeAsync(4900)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual(['GET /api/tasks'])
})

test('a notification that was read here loads the user once, one that was read elsewhere too', async () => {
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    calls.push(path)
    if (!path.endsWith('/read')) return Promise.reject(new TypeError('no network'))
    return Promise.resolve(Response.json({ unread: 0 }))
  })
  markRead(5)
  await settle()
  applyNews({ type: 'notification', read_ids: [5] })
  await settle()
  expect(calls).toEqual(['/api/users/notifications/read', '/api/auth/user'])
  applyNews({ type: 'notification', read_ids: [5, 6] })
  await settle()
  expect(calls.slice(2)).toEqual(['/api/auth/user'])
})

test('pointing at a notification does not end the key of a call whose response was lost', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    if (path.endsWith('/read')) return Response.json({ unread: 0 })
    if (path !== '/api/courses') throw new TypeError('no network')
    keys.push(headers.get('idempotency-key'))
    if (keys.length === 1) throw new TypeError('no network')
    return Response.json({ course: { id: 1 } })
  })
  const create = () => act(coursesApi.create, { body: { name: 'Шрифт', status: 'draft' } })
  await expect(create()).rejects.toThrow()
  markRead(7)
  await settle()
  await create()
  expect(keys).toEqual([keys[0], keys[0]])
})
