// @vitest-environment happy-dom
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { applicationsApi } from '#contract/applications/applications.api.ts'
import { coursesApi } from '#contract/courses/courses.api.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { errors, problem } from '#contract/http/errors.ts'
import { requestUrn } from '#contract/http/problem.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import { registrationsApi } from '#contract/registrations/registrations.api.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { threadsApi } from '#contract/threads/threads.api.ts'
import { usersApi } from '#contract/users/users.api.ts'
import { courseQuery, coursesQuery } from '#web/courses/courses.queries.ts'
import { act } from '#web/data/act.ts'
import { ApiError, describeError, NetworkError } from '#web/data/api-error.ts'
import { device, unanswered } from '#web/data/call.ts'
import { changeAfter } from '#web/data/changes.ts'
import { inputOf, inTurn, isOf, keyOf, q, qPages } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import { projectQuery } from '#web/projects/projects.queries.ts'
import { taskQuery } from '#web/tasks/tasks.queries.ts'
import { stopWaiting } from '#web/ui/use-close-guard.ts'

/** What the server was asked for, and its responses. */
const asked: string[] = []
let responses: Record<string, unknown> = {}

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    const response = responses[`${method} ${path}`]
    return response ? Response.json(response) : Response.json({ code: 'conflict' }, { status: 409 })
  })
})
const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
  queryClient.clear()
  asked.length = 0
  responses = {}
  vi.unstubAllGlobals()
})

/** Puts data into the cache as if it was on screen. */
const show = (query: { queryKey: readonly unknown[] }, data: unknown) => {
  queryClient.setQueryData(query.queryKey, data)
  const observer = new QueryObserver<unknown>(queryClient, { ...query, staleTime: Number.POSITIVE_INFINITY } as never)
  leaving.push(observer.subscribe(() => {}))
}

const isOld = ({ queryKey }: { queryKey: readonly unknown[] }) => queryClient.getQueryState(queryKey)?.isInvalidated

test('a key names the endpoint and what it is asked for, however that is written', () => {
  expect(keyOf(coursesApi.get, { params: { id: 5 } })).toEqual(['GET /api/courses/{id}', { id: '5' }])
  expect(keyOf(tasksApi.list, { query: { page: '2', search: '', status: undefined } as never })).toEqual(
    keyOf(tasksApi.list, { query: { page: 2 } }),
  )
  expect(q(coursesApi.get, { params: { id: 5 } }).queryKey).toEqual(keyOf(coursesApi.get, { params: { id: '5' } }))
  const query = qPages(projectsApi.list, 'projects', { query: { tag: 'физика' } })
  expect(isOf(query, projectsApi.list)).toBe(true)
  expect(isOf(query, projectsApi.get)).toBe(false)
  expect(inputOf(query)).toEqual({ tag: 'физика' })
  // pages of a list are another shape than one of them
  expect(query.queryKey).not.toEqual(q(projectsApi.list, { query: { tag: 'физика' } }).queryKey)
})

test('a query calls its endpoint and returns its response', async () => {
  responses = { 'GET /api/courses/5': { course: { id: 5 } } }
  expect(await queryClient.fetchQuery(courseQuery(5))).toEqual({ course: { id: 5 } })
})

test('without a network a copy of the device is shown, but not in place of what is loaded', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.spyOn(device, 'find').mockResolvedValue({ course: { name: 'Как вчера' } })
  const query = { ...courseQuery(5), staleTime: 0, retry: false }
  queryClient.setQueryData(query.queryKey, { course: { name: 'Как сейчас' } } as never)
  await expect(queryClient.fetchQuery(query)).rejects.toThrow(NetworkError)
  expect(queryClient.getQueryData(query.queryKey)).toEqual({ course: { name: 'Как сейчас' } })
  queryClient.removeQueries()
  expect(await queryClient.fetchQuery(query)).toEqual({ course: { name: 'Как вчера' } })
})

test('without a network a copy of the device is shown for the pages of a list that are not loaded', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const page = (number: number) => ({ projects: [{ id: number }], page: number, pages: 2, total: 2 })
  vi.spyOn(device, 'find').mockImplementation(async (address) => page(address.endsWith('page=2') ? 2 : 1))
  const query = qPages(projectsApi.list, 'projects', { query: { tag: 'x' } })
  const fetch = (pages: number) =>
    queryClient.fetchInfiniteQuery({ ...query, pages, staleTime: 0, retry: false } as never)
  queryClient.setQueryData(query.queryKey, { pages: [page(1)], pageParams: [1] } as never)
  await expect(fetch(1)).rejects.toThrow(NetworkError)
  queryClient.setQueryData(query.queryKey, { pages: [], pageParams: [] } as never)
  expect(await fetch(2)).toMatchObject({ pages: [page(1), page(2)] })
})

test('pages of a list become one list; a row that came twice is in it once', async () => {
  const page = (number: number, ids: number[]) => ({
    projects: ids.map((id) => ({ id })),
    page: number,
    pages: 2,
    total: 3,
  })
  responses = {
    'GET /api/projects?tag=x&page=1': page(1, [1, 2]),
    'GET /api/projects?tag=x&page=2': page(2, [2, 3]),
  }
  const query = qPages(projectsApi.list, 'projects', { query: { tag: 'x' } })
  const data = await queryClient.fetchInfiniteQuery({ ...query, pages: 2 } as never)
  const { select } = query
  expect(select?.(data as never)).toEqual({ ...page(2, []), projects: [{ id: 1 }, { id: 2 }, { id: 3 }] })
})

test('a call whose response was lost is repeated with the same key, until another one has gone through', async () => {
  const keys: (string | null)[] = []
  let isLost = true
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get('idempotency-key'))
    if (isLost) throw new TypeError('no network')
    return Response.json({ project: { id: 5 } })
  })
  const update = (name: string) => act(projectsApi.update, { params: { id: 5 }, body: { name } })
  await expect(update('Плакат')).rejects.toThrow(NetworkError)
  await expect(update('Афиша')).rejects.toThrow(NetworkError)
  await expect(update('Плакат')).rejects.toThrow(NetworkError)
  isLost = false
  await update('Плакат')
  await update('Плакат')
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 1, 0, 0, 4])
})

test('a mutation puts its response where it is loaded from, and loads again what it made old', async () => {
  show(courseQuery(5), { course: { id: 5, name: 'Было' } })
  show(coursesQuery(), { courses: [] })
  queryClient.setQueryData(courseQuery(6).queryKey, { course: { id: 6 } } as never)
  responses = {
    'PUT /api/courses/5/students': { course: { id: 5, name: 'Стало' } },
    'GET /api/courses': { courses: [] },
  }
  await act(coursesApi.setStudents, { params: { id: 5 }, body: { user_ids: [] } })
  await expect.poll(() => asked).toEqual(['PUT /api/courses/5/students', 'GET /api/courses'])
  expect(queryClient.getQueryData(courseQuery(5).queryKey)).toEqual({ course: { id: 5, name: 'Стало' } })
  expect(isOld(courseQuery(6))).toBe(false)
})

test('a course is loaded again once somebody was let into it', async () => {
  responses = {
    'GET /api/courses/5': { course: { id: 5 } },
    'POST /api/applications/3/accept': { application: { id: 3 } },
    'POST /api/registrations/7/accept': {},
  }
  show(courseQuery(5), { course: { id: 5 } })
  await act(applicationsApi.accept, { params: { id: 3 } })
  await act(registrationsApi.accept, { params: { id: 7 } })
  await expect.poll(() => asked.filter((call) => call === 'GET /api/courses/5')).toHaveLength(2)
})

test('what a mutation puts or deletes is not loaded again with the others of its endpoint', async () => {
  for (const id of [3, 4]) show(lessonQuery(id), { lesson: { id } })
  responses = { 'GET /api/lessons/4': { lesson: { id: 4, task: null } }, 'DELETE /api/lessons/3': {} }
  await act(lessonsApi.remove, { params: { id: 3 } })
  await expect.poll(() => asked).toEqual(['DELETE /api/lessons/3', 'GET /api/lessons/4'])
})

test('a conflict loads again what was on screen, another failure does not', async () => {
  show(taskQuery(7), { task: { id: 7 } })
  responses = { 'GET /api/tasks/7': { task: { id: 7 } } }
  await expect(act(tasksApi.withdraw, { params: { id: 7 } })).rejects.toThrow()
  await expect.poll(() => asked).toEqual(['POST /api/tasks/7/withdraw', 'GET /api/tasks/7'])
  asked.length = 0
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(act(tasksApi.withdraw, { params: { id: 7 } })).rejects.toThrow()
  expect(isOld(taskQuery(7))).toBe(false)
})

test('of mutations in turn only the response to the last one is shown', async () => {
  const params = { id: 5 }
  const turn = inTurn(coursesApi.setStudents, { params })
  const input = { params, body: { user_ids: [] } }
  queryClient.setQueryData(courseQuery(5).queryKey, { course: { id: 5, name: 'Набрано' } } as never)
  responses = { 'PUT /api/courses/5/students': { course: { id: 5, name: 'Ответ' } } }
  const shown: unknown[] = []
  const run = () =>
    queryClient
      .getMutationCache()
      .build(queryClient, { ...turn, mutationFn: () => act(coursesApi.setStudents, input) })
      .execute(undefined)
      .then(() => shown.push(queryClient.getQueryData(courseQuery(5).queryKey)?.course.name))
  await Promise.all([run(), run()])
  expect(shown).toEqual(['Набрано', 'Ответ'])
})

test('a lesson that arrives keeps only which task is its reader’s; the task is kept as a task', async () => {
  const task = { id: 7, status: 'draft' }
  responses = { 'GET /api/lessons/3': { lesson: { id: 3, name: 'Урок', task } } }
  expect(await queryClient.fetchQuery(lessonQuery(3))).toEqual({ lesson: { id: 3, name: 'Урок', task_id: 7 } })
  expect(queryClient.getQueryData(taskQuery(7).queryKey)).toEqual({ task })
})

test('a task that was put after its lesson had been asked for is newer than the one inside', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => {
    await promise
    return Response.json({ lesson: { id: 3, task: { id: 7, status: 'draft' } } })
  })
  const lesson = queryClient.fetchQuery(lessonQuery(3))
  await new Promise((wait) => setTimeout(wait, 5))
  queryClient.setQueryData(taskQuery(7).queryKey, { task: { id: 7, status: 'submitted' } } as never)
  resolve()
  await lesson
  expect(queryClient.getQueryData(taskQuery(7).queryKey)).toEqual({ task: { id: 7, status: 'submitted' } })
})

test('a task that was begun is its lesson’s from then on', async () => {
  queryClient.setQueryData(lessonQuery(3).queryKey, { lesson: { id: 3, task_id: null } } as never)
  const task = { id: 7, lesson: { id: 3 }, draft: {} }
  responses = { 'PUT /api/lessons/3/task': { task } }
  await act(tasksApi.start, { params: { id: 3 } })
  expect(queryClient.getQueryData(lessonQuery(3).queryKey)).toEqual({ lesson: { id: 3, task_id: 7 } })
  expect(queryClient.getQueryData(taskQuery(7).queryKey)).toEqual({ task })
})

test('an entry that was written is in the thread of its task, and a comment of staff answers the question', async () => {
  const task = { id: 7, thread: [{ id: 1 }], question_at: '2026-02-02T10:00:00.000Z', draft: null }
  const entry = { id: 2, kind: 'comment', until: null }
  responses = { 'POST /api/tasks/7/comments': { comment: entry } }
  queryClient.setQueryData(taskQuery(7).queryKey, { task } as never)
  await act(threadsApi.comment, { params: { id: 7 }, body: { text: 'Можно и так' } })
  const answered = { ...task, thread: [{ id: 1 }, entry], question_at: null }
  expect(queryClient.getQueryData(taskQuery(7).queryKey)).toEqual({ task: answered })

  const request = { id: 3, kind: 'extension-request', until: '2026-03-01T20:59:00.000Z' }
  responses = { 'POST /api/tasks/7/extension-request': { comment: request } }
  await act(threadsApi.askExtension, { params: { id: 7 }, body: { until: request.until, text: '' } })
  const asks = { ...answered, thread: [{ id: 1 }, entry, request], extension_asked: request.until }
  expect(queryClient.getQueryData(taskQuery(7).queryKey)).toEqual({ task: asks })
})

test('a comment goes below those of its project that are loaded', async () => {
  const page = (number: number) => ({ comments: [{ id: number }], page: number, pages: 2, total: 2 })
  const { queryKey } = qPages(projectsApi.comments, 'comments', { params: { id: 5 } })
  queryClient.setQueryData(queryKey, { pages: [page(1), page(2)], pageParams: [1, 2] } as never)
  responses = { 'POST /api/projects/5/comments': { comment: { id: 3 } } }
  await act(projectsApi.comment, { params: { id: 5 }, body: { text: 'Красиво!' } })
  expect(queryClient.getQueryData(queryKey)?.pages).toEqual([
    { ...page(1), total: 3 },
    { ...page(2), total: 3, comments: [{ id: 2 }, { id: 3 }] },
  ])
})

test('a further page of comments that arrives after a new one may count it: all are loaded again', async () => {
  const page = (number: number, total: number, comments = [{ id: number }]) => ({
    comments,
    page: number,
    pages: 3,
    total,
  })
  const { queryKey, ...query } = qPages(projectsApi.comments, 'comments', { params: { id: 5 } })
  queryClient.setQueryData(queryKey, { pages: [page(1, 3)], pageParams: [1] } as never)
  const shown = new InfiniteQueryObserver(queryClient, { queryKey, ...query, staleTime: Number.POSITIVE_INFINITY })
  leaving.push(shown.subscribe(() => {}))
  responses = {
    'POST /api/projects/5/comments': { comment: { id: 4 } },
    'GET /api/projects/5/comments?page=1': page(1, 4),
    'GET /api/projects/5/comments?page=2': page(2, 4),
  }
  const further = shown.fetchNextPage()
  await act(projectsApi.comment, { params: { id: 5 }, body: { text: 'Красиво!' } })
  await further
  await expect.poll(() => shown.getCurrentResult().data).toMatchObject({ total: 4, comments: [{ id: 1 }, { id: 2 }] })
})

test('what was deleted leaves the cache once no screen shows it', async () => {
  responses = { 'DELETE /api/projects/5': {}, 'DELETE /api/projects/6': {} }
  const [shown, hidden] = [projectQuery(5), projectQuery(6)]
  show(shown, { project: { id: 5 } })
  queryClient.setQueryData(hidden.queryKey, { project: { id: 6 } } as never)
  await act(projectsApi.remove, { params: { id: 5 } })
  await act(projectsApi.remove, { params: { id: 6 } })
  expect(queryClient.getQueryData(shown.queryKey)).toEqual({ project: { id: 5 } })
  expect(queryClient.getQueryData(hidden.queryKey)).toBeUndefined()
  leaving.splice(0)[0]?.()
  expect(queryClient.getQueryData(shown.queryKey)).toBeUndefined()
  expect(asked.filter((call) => call.startsWith('GET'))).toEqual([])
})

test('a task refers to the project that it was published as, and shows who reviews it', async () => {
  const task = { id: 7, project: null, lease: null }
  queryClient.setQueryData(taskQuery(7).queryKey, { task } as never)
  const project = { id: 5, name: 'Афиша', status: 'published' }
  responses = { 'POST /api/projects': { project: { ...project, content: '' } } }
  await act(projectsApi.create, { body: { name: 'Афиша', task_id: 7 } })
  expect(queryClient.getQueryData(taskQuery(7).queryKey)).toEqual({ task: { ...task, project } })
  const lease = { user: { id: 2, name: 'Ирина', surname: 'Лебедева' }, expires_at: '2026-02-02T10:00:00.000Z' }
  responses = { 'POST /api/tasks/7/lease': { lease } }
  await act(reviewsApi.lease, { params: { id: 7 }, body: { take_over: false } })
  expect(queryClient.getQueryData(taskQuery(7).queryKey)).toEqual({ task: { ...task, project, lease } })
})

test('what is old after a mutation is what can be loaded', () => {
  const all = Object.values(api).flatMap((domain): Endpoint[] => Object.values(domain))
  for (const endpoint of all) {
    const { stale = [], staleForOthers = [], staleLater = [], staleAfterFailure = [] } = changeAfter(endpoint)
    if (endpoint.method === 'GET') expect(changeAfter(endpoint)).toEqual({})
    for (const other of [...stale, ...staleForOthers, ...staleLater, ...staleAfterFailure])
      expect(other.method).toBe('GET')
  }
})

test('a failure is shown with the code that the server’s log has it by, another refusal without one', () => {
  const failure = new ApiError(500, problem('internal', undefined, undefined, { instance: requestUrn('3f9a12c7') }))
  expect(describeError(failure).detail).toBe(`${errors.internal.detail} Код для поддержки: 3f9a12c7.`)
  expect(describeError(new ApiError(409, problem('conflict'))).detail).toBe(errors.conflict.detail)
})

test('what a page saves by itself does not end the key of a call whose response was lost', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    if (!path.endsWith('/comments')) return Response.json({ task: { id: 5, lesson: { id: 1 }, thread: [] } })
    keys.push(headers.get('idempotency-key'))
    if (keys.length === 1) throw new TypeError('no network')
    return Response.json({ comment: { id: 1 } })
  })
  const comment = () => act(threadsApi.comment, { params: { id: 5 }, body: { text: 'Можно вопрос?' } })
  await expect(comment()).rejects.toThrow(NetworkError)
  const body = { content: '<p>Ответ</p>', revision: 1 }
  await act(tasksApi.saveDraft, { params: { id: 5 }, body, background: true })
  await comment()
  expect(keys[1]).toBe(keys[0])
})

test('a call that is not answered for seconds can be given up, and is repeated with the same key', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', (_path: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) => {
    keys.push(headers.get('idempotency-key'))
    return new Promise((resolve, reject) => {
      if (keys.length > 1) resolve(Response.json({ course: { id: 1 } }))
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  })
  const create = () => act(coursesApi.create, { body: { name: 'Шрифт', status: 'draft' } })
  const failure = vi.fn()
  const created = create().catch(failure)
  vi.advanceTimersByTime(4999)
  stopWaiting(new Set())
  await Promise.resolve()
  expect(failure).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  // a dialog that was opened after the call waits for something else
  stopWaiting(new Set(unanswered.keys()))
  await Promise.resolve()
  expect(failure).not.toHaveBeenCalled()
  stopWaiting(new Set())
  await created
  expect(failure).toHaveBeenCalledWith(expect.objectContaining({ title: 'Сервер не ответил' }))
  await create()
  expect(keys[1]).toBe(keys[0])
  vi.useRealTimers()
})

test('the same POST again, while it is under way, is not sent again', async () => {
  responses['POST /api/courses'] = { course: { id: 1 } }
  responses['PUT /api/courses/1'] = { course: { id: 1 } }
  const create = () => act(coursesApi.create, { body: { name: 'Шрифт', status: 'draft' } })
  expect(await Promise.all([create(), create()])).toHaveLength(2)
  expect(asked).toEqual(['POST /api/courses'])
  await create()
  const update = () => act(coursesApi.update, { params: { id: 1 }, body: { name: 'Шрифт' } })
  await Promise.all([update(), update()])
  expect(asked.filter((call) => !call.startsWith('GET'))).toEqual([
    'POST /api/courses',
    'POST /api/courses',
    'PUT /api/courses/1',
    'PUT /api/courses/1',
  ])
})

test('a changed account leaves courses old, since another role ends what it taught or took', async () => {
  queryClient.setQueryData(courseQuery(1).queryKey, { course: { id: 1 } } as never)
  responses = { 'PUT /api/users/5': { user: { id: 5 } } }
  await act(usersApi.update, { params: { id: 5 }, body: { role: 'student' } })
  expect(isOld(courseQuery(1))).toBe(true)
})
