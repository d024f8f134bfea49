// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import BulkDialog from '#web/reviews/queue/BulkDialog.tsx'
import { aTask } from '#web/tasks/task.fixture.ts'

let close = () => {}
vi.mock('#web/ui/Modal.tsx', () => ({
  Modal: ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
    close = onClose
    return children
  },
}))

const row = { ...aTask('submitted'), attempt: 1 } as unknown as Parameters<typeof BulkDialog>[0]['rows'][number]

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // the field grows with its text once fonts are loaded, of which happy-dom has none
  Object.assign(document, { fonts: new EventTarget() })
  const user = { id: 5, role: { slug: 'teacher' } } as Parameters<typeof startSession>[0]['user']
  await act(() => startSession({ user, access_token: 'token' }))
})

test('closing waits for the answer, which says what was refused', async () => {
  let answer = (_response: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const onClose = vi.fn()
  const drawn = document.createElement('div')
  document.body.append(drawn)
  await act(() =>
    createRoot(drawn).render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <BulkDialog action="accept" rows={[row]} onClose={onClose} onDone={() => {}} onUndone={() => {}} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await act(() => drawn.querySelector<HTMLElement>('[type=submit]')?.click())
  await act(() => close())
  expect(onClose).not.toHaveBeenCalled()
  const refused = [{ id: row.id, detail: 'Студент уже забрал работу.' }]
  const result = { batch_id: 1, done: [], refused, undo_until: '2026-01-01T00:00:00.000Z' }
  await act(async () => answer(new Response(JSON.stringify(result))))
  await expect.poll(() => drawn.textContent).toContain('Студент уже забрал работу.')
  await act(() => close())
  expect(onClose).toHaveBeenCalled()
})

test('the moment of an extension is kept when its dialog is closed by a slip', async () => {
  const drawn = document.createElement('div')
  document.body.append(drawn)
  const root = createRoot(drawn)
  const open = (isOpen: boolean) =>
    act(() =>
      root.render(
        <MantineProvider env="test">
          <QueryClientProvider client={queryClient}>
            {isOpen && (
              <BulkDialog action="extend" rows={[row]} onClose={() => {}} onDone={() => {}} onUndone={() => {}} />
            )}
          </QueryClientProvider>
        </MantineProvider>,
      ),
    )
  const field = () => drawn.querySelector<HTMLInputElement>('input[data-date]') as HTMLInputElement
  await open(true)
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), '2026-09-01T12:00')
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(field().value).toBe('2026-09-01T12:00')
  await open(false)
  await open(true)
  expect(field().value).toBe('2026-09-01T12:00')
})
