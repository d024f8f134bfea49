// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMoveCourse } from '#web/courses/move-course.ts'
import { queryClient } from '#web/data/query-client.ts'
import { type Toast, useToasts } from '#web/ui/toasts.ts'

let move: ReturnType<typeof useMoveCourse>['move']
let toasts: Toast[]
const Course = () => {
  ;({ move } = useMoveCourse(5))
  return null
}
const Toasts = () => {
  toasts = useToasts()
  return null
}
const root = createRoot(document.createElement('div'))
const draw = (isOpen: boolean) =>
  act(() =>
    root.render(
      createElement(
        QueryClientProvider,
        { client: queryClient },
        createElement(Toasts),
        isOpen && createElement(Course),
      ),
    ),
  )

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => vi.unstubAllGlobals())

test('a status that could not be taken back is reported, also after the page was left', async () => {
  await draw(true)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ course: { id: 5 } })))
  await act(() => move('archived', 'published'))
  const [moved] = toasts
  expect(moved?.summary).toBe('Курс в архиве')
  await draw(false)
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 403 }))
  await act(async () => moved?.action?.onClick())
  await expect.poll(() => toasts.map(({ summary }) => summary)).toContain('Не удалось сменить статус')
})
