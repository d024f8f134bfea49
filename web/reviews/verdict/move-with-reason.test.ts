// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { startSession } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useMoveWithReason } from '#web/reviews/verdict/use-verdict.ts'
import { aTask } from '#web/tasks/task.fixture.ts'

const task = aTask('submitted')
const onDone = vi.fn()
let move: (reason: string) => Promise<unknown>
const Mover = () => {
  move = useMoveWithReason(task.id, 'reopen', onDone).mutateAsync
  return null
}

test('a task is reopened by a second press although the response to the first one was lost', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(() => startSession({ user: { id: 1, role: { slug: 'teacher' } } as CurrentUser, access_token: 'token' }))
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    if (!path.endsWith('/reopen')) return new Response('{}', { status: 404 })
    keys.push(new Headers(headers).get('idempotency-key'))
    if (keys.length === 1) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify({ task }))
  })
  const drawn = createElement(QueryClientProvider, { client: queryClient }, createElement(Mover))
  await act(() => createRoot(document.createElement('div')).render(drawn))
  await act(() => expect(move('Ошибка')).rejects.toThrow())
  await act(() => move('Ошибка'))
  expect(onDone).toHaveBeenCalledOnce()
  // the server recognizes the repeat by it, and does nothing twice
  expect(keys).toEqual([keys[0], keys[0]])
  expect(keys[0]).toBeTruthy()
})
