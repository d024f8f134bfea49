// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { queryClient } from '#web/app/query-client.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { useReports } from '#web/scorm/use-reports.ts'

const signIn = (id: number) =>
  startSession({ user: { id, role: { slug: 'student' } } as CurrentUser, access_token: `token ${id}` })

let reports: ReturnType<typeof useReports> | undefined
const Package = () => {
  reports = useReports(5)
  return null
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(() => {
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a report that found no network is sent again, but not by the next person', async () => {
  const tokens: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    tokens.push(headers.get('authorization'))
    throw new TypeError('no network')
  })
  signIn(1)
  const root = createRoot(document.createElement('div'))
  await act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Package))))
  await act(async () => {
    reports?.report({ item: 'a', completed: true, passed: null, score: null, data: '' })
    await vi.advanceTimersByTimeAsync(4500)
  })
  expect(tokens).toEqual(['Bearer token 1', 'Bearer token 1'])
  await act(async () => {
    root.unmount()
    endSession()
    signIn(2)
    await vi.advanceTimersByTimeAsync(20_000)
  })
  expect(tokens).toHaveLength(2)
})

test.each([
  [422, { errors: { data: ['Пакет просит запомнить слишком много. Сообщите преподавателю.'] } }, /слишком много/],
  [409, { detail: 'Курс в архиве: результаты в нём больше не сохраняются.' }, /^Курс в архиве/],
  [404, {}, /^Урок закрыт/],
])('a report that is refused with %i shows why', async (status, problem, reason) => {
  vi.stubGlobal('fetch', async () => Response.json(problem, { status }))
  signIn(1)
  const root = createRoot(document.createElement('div'))
  await act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Package))))
  await act(async () => {
    reports?.report({ item: 'a', completed: true, passed: null, score: null, data: '' })
    await vi.advanceTimersByTimeAsync(100)
  })
  expect([reports?.state, reports?.problem]).toEqual(['refused', expect.stringMatching(reason)])
  await act(() => root.unmount())
})
