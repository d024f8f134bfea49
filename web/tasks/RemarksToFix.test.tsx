// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { RemarksToFix } from '#web/tasks/RemarksToFix.tsx'
import { anAttempt, aRemark, aReview, aTask } from '#web/tasks/task.fixture.ts'
import { answerKey } from '#web/tasks/typed-answers.ts'
import { writeDevice } from '#web/ui/device-store.ts'

let answer = () => {}
const remark = aRemark('Увеличьте поля')
const task = aTask('returned', [anAttempt(1, { review: aReview({ remarks: [remark] }) })])
const drawn = document.createElement('div')
document.body.append(drawn)
const root = createRoot(drawn)

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // the field grows with its text once fonts are loaded, of which happy-dom has none
  Object.assign(document, { fonts: new EventTarget() })
  const user = { id: 5, role: { slug: 'student' } } as Parameters<typeof startSession>[0]['user']
  await act(() => startSession({ user, access_token: 'token' }))
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return new Response(JSON.stringify({ task }))
  })
  await act(() =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RemarksToFix task={task} userId={5} readOnly={false} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
})
afterEach(() => act(() => root.render(null)))

const press = (text: string) =>
  act(() => [...drawn.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click())
const field = () => drawn.querySelector<HTMLTextAreaElement>('textarea')
const type = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text)
    field()?.dispatchEvent(new Event('input', { bubbles: true }))
  })
const isSaving = () => drawn.querySelector('[data-loading]') !== null

test('what is typed into an answer while it is saved stays in its field', async () => {
  await press('Ответить')
  await type('Увеличил')
  await press('Сохранить ответ')
  await type('Увеличил, но не везде')
  await act(async () => answer())
  await expect.poll(() => isSaving()).toBe(false)
  expect(field()?.value).toBe('Увеличил, но не везде')
  await press('Сохранить ответ')
  await act(async () => answer())
  await expect.poll(() => field()).toBeNull()
})

test('an answer that is saved closes its form, also when its remark is ticked off meanwhile', async () => {
  await press('Ответить')
  await type('Увеличил')
  await press('Сохранить ответ')
  await act(() => drawn.querySelector<HTMLElement>('[type=checkbox]')?.click())
  await act(async () => answer())
  await expect.poll(() => field()).toBeNull()
  await act(async () => answer())
})

test('an answer that is begun in another tab is continued, and closed once it is saved there', async () => {
  const key = answerKey(5, remark)
  const inOtherTab = (text: string | null) =>
    act(() => {
      writeDevice(key, text)
      dispatchEvent(Object.assign(new Event('storage'), { key }))
    })
  await inOtherTab('Начал там')
  await press('Ответить')
  expect(field()?.value).toBe('Начал там')
  await inOtherTab(null)
  expect(field()).toBeNull()
})
