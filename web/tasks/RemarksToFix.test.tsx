// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#web/app/query-client.ts'
import { startSession } from '#web/auth/session.ts'
import { RemarksToFix } from '#web/tasks/RemarksToFix.tsx'
import { anAttempt, aRemark, aReview, aTask } from '#web/tasks/task.fixture.ts'

test('what is typed into an answer while it is saved stays in its field', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // the field grows with its text once fonts are loaded, of which happy-dom has none
  Object.assign(document, { fonts: new EventTarget() })
  const user = { id: 5, role: { slug: 'student' } } as Parameters<typeof startSession>[0]['user']
  await act(() => startSession({ user, access_token: 'token' }))
  const task = aTask('returned', [anAttempt(1, { review: aReview({ remarks: [aRemark('Увеличьте поля')] }) })])
  let answer = () => {}
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return new Response(JSON.stringify({ task }))
  })
  const drawn = document.createElement('div')
  document.body.append(drawn)
  await act(() =>
    createRoot(drawn).render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RemarksToFix task={task} userId={5} readOnly={false} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  const press = (text: string) =>
    act(() => [...drawn.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click())
  const field = () => drawn.querySelector<HTMLTextAreaElement>('textarea')
  const type = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text)
      field()?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await press('Ответить')
  await type('Увеличил')
  await press('Сохранить ответ')
  await type('Увеличил, но не везде')
  await act(async () => answer())
  await vi.waitFor(() => expect(drawn.querySelector('[data-loading]')).toBeNull())
  expect(field()?.value).toBe('Увеличил, но не везде')
  await press('Сохранить ответ')
  await act(async () => answer())
  await vi.waitFor(() => expect(field()).toBeNull())
})
