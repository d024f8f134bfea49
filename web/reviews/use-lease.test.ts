// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Lease } from '#contract/reviews/reviews.schema.ts'
import { finishSession } from '#web/app/before-sign-out.ts'
import { startSession } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useLease } from '#web/reviews/use-lease.ts'

const user = { id: 5, role: { slug: 'teacher' } } as CurrentUser
const own: Lease = {
  user: { id: 5, name: 'Вера', surname: 'Лосева' },
  since: '2026-09-01T09:00:00.000Z',
  expires_at: '2999-01-01T00:00:00.000Z',
}

// each test has its own: acts on one lease wait for each other
let taskId = 7
const Holder = ({ lease }: { lease: Lease | null }) => {
  useLease(taskId, { wanted: true, lease, userId: user.id })
  return null
}
const root = createRoot(document.createElement('div'))
const draw = (lease: Lease | null) =>
  act(() => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Holder, { lease }))))

let asked: string[]
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  asked = []
  taskId += 1
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path.endsWith('/lease')) asked.push(`${method}`)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : new Response(JSON.stringify({ lease: own }))
  })
  await act(() => startSession({ user, access_token: 'token' }))
  await draw(null)
  await advance(200)
  expect(asked).toEqual(['POST'])
  await draw(own)
})
afterEach(async () => {
  await act(() => root.render(null))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a lease is taken again after another page of its holder has returned it', async () => {
  await draw(null)
  await advance(60_000)
  expect(asked).toEqual(['POST', 'POST'])
})

test('a lease is not taken again by a page that returns it for a sign-out', async () => {
  const finished = finishSession()
  await advance(2000)
  await finished
  await draw(null)
  await advance(60_000)
  expect(asked).toEqual(['POST', 'DELETE'])
})
