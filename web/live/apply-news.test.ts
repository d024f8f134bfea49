// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent, TaskHappening } from '#contract/events/events.schema.ts'
import { queryClient } from '#web/app/query-client.ts'
import { applyNews } from '#web/live/apply-news.ts'

const asked: string[] = []
const leaving: (() => void)[] = []

/** A query that is on screen, or was. */
const show = async (queryKey: unknown[], data: unknown, active = true) => {
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: async () => {
      asked.push(queryKey.join(' '))
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

/** Who is here; the server is away, so that they stay who they are. */
const signIn = (role: 'student' | 'teacher') =>
  queryClient.setQueryData(['auth', 'user'], { id: 1, role: { slug: role }, notifications: { unread: 0, data: [] } })

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
  await show(['tasks', 'list', {}], { tasks: [] })
  await show(['tasks', 'list', { page: 2 }], { tasks: [] }, false)
  await show(['tasks', 7], { task: {} })
  await show(['tasks', 8], { task: {} }, false)
  await show(['journal', 2], {})
  await show(['courses', 9], {})
  await show(['lessons', 3], {})
  await show(['drafts', 'review:7'], {})
  for (let i = 0; i < 50; i += 1) {
    applyNews(happened('submitted', 7 + (i % 2)))
    await vi.advanceTimersByTimeAsync(20)
  }
  await settle()
  expect([...new Set(asked)].sort()).toEqual(['journal 2', 'tasks 7', 'tasks list [object Object]'])
  expect(asked.length).toBeLessThanOrEqual(6)
  // loaded anew when they are opened again
  expect(queryClient.getQueryState(['tasks', 8])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['tasks', 'list', { page: 2 }])?.isInvalidated).toBe(true)
})

test('who reviews a work is shown without asking', async () => {
  const row = { id: 7, lease: null }
  await show(['tasks', 'list', {}], { tasks: [row, { id: 8, lease: null }], total: 2 })
  await show(['tasks', 'list', 'own'], [row])
  await show(['tasks', 7], { task: { id: 7, lease: null, status: 'submitted' } })
  await show(['lessons', 3], { lesson: { id: 3, task: { id: 7, lease: null } } })
  const lease = {
    user: { id: 5, name: 'Анна', surname: 'Ёлкина' },
    since: '2026-01-01T10:00:00.000Z',
    expires_at: '2026-01-01T10:20:00.000Z',
  }
  applyNews(happened('lease', 7, { lease }))
  await settle()
  expect(asked).toEqual([])
  expect(queryClient.getQueryData(['tasks', 'list', {}])).toEqual({
    tasks: [
      { id: 7, lease },
      { id: 8, lease: null },
    ],
    total: 2,
  })
  expect(queryClient.getQueryData(['tasks', 'list', 'own'])).toEqual([{ id: 7, lease }])
  expect(queryClient.getQueryData(['tasks', 7])).toEqual({ task: { id: 7, lease, status: 'submitted' } })
  expect(queryClient.getQueryData(['lessons', 3])).toEqual({ lesson: { id: 3, task: { id: 7, lease } } })
  applyNews(happened('lease'))
  expect(queryClient.getQueryData(['tasks', 7])).toMatchObject({ task: { lease: null } })
})

test('a student’s open work is loaded once, not with its lesson too', async () => {
  signIn('student')
  await show(['lessons', 3], { lesson: {} })
  await show(['tasks', 7], { task: {} })
  applyNews(happened('verdict'))
  await settle()
  expect(asked).toEqual(['tasks 7'])
  // one that was begun elsewhere comes with its lesson
  asked.length = 0
  applyNews(happened('team', 12))
  await settle()
  expect(asked).toEqual(['lessons 3'])
})

test('a reset asks for everything about works that is shown and was not loaded just now', async () => {
  await show(['tasks', 'list', {}], { tasks: [] })
  await show(['projects', 1], {})
  await vi.advanceTimersByTimeAsync(60_000)
  await show(['courses', 2], {})
  applyNews({ type: 'reset' })
  await settle()
  expect(asked).toEqual(['tasks list [object Object]'])
})
