// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { startSession } from '#web/auth/session.ts'
import { ApiError } from '#web/data/api-error.ts'
import { queryClient } from '#web/data/query-client.ts'
import { KeptTaskView } from '#web/tasks/OwnTaskView.tsx'

test('a task that failed to load is not taken for none, and can be loaded again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const user = { id: 5, role: { slug: 'student' } } as Parameters<typeof startSession>[0]['user']
  await act(() => startSession({ user, access_token: 'token' }))
  let status = 500
  const answer = vi.fn(async () => new Response(JSON.stringify({ title: 'Сбой', detail: 'Сбой сервера' }), { status }))
  vi.stubGlobal('fetch', answer)
  const drawn = document.createElement('div')
  await act(() =>
    createRoot(drawn).render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <KeptTaskView lessonId={7} userId={5} error={new ApiError(403, { detail: 'Урок закрыт' })} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await act(() => expect.poll(() => drawn.textContent).toContain('Сбой сервера'))
  // there is none: the reason is the lesson's
  status = 404
  await act(() => drawn.querySelector('button')?.click())
  await act(() => expect.poll(() => drawn.textContent).toContain('Урок закрыт'))
  expect(drawn.textContent).not.toContain('Сбой сервера')
  expect(answer).toHaveBeenCalledTimes(2)
})
