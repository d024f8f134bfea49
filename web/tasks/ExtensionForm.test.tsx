// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { queryClient } from '#web/data/query-client.ts'
import ExtensionForm from '#web/tasks/ExtensionForm.tsx'
import { aTask } from '#web/tasks/task.fixture.ts'
import { suggestedUntil } from '#web/tasks/use-ask-extension.ts'
import { writeDevice } from '#web/ui/device-store.ts'
import { toLocalInput } from '#web/ui/local-moment.ts'

const drawn = document.createElement('div')
document.body.append(drawn)
const root = createRoot(drawn)

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // the field grows with its text once fonts are loaded, of which happy-dom has none
  Object.assign(document, { fonts: new EventTarget() })
})
afterEach(() => act(() => root.render(null)))

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const dueAt = inDays(5)

/** Opens the form with what was typed into it before. */
const open = (until: string) => {
  writeDevice('extension:5:1', { until, text: 'Болел' })
  return act(() =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <ExtensionForm task={aTask('returned', [], { due_at: dueAt })} userId={5} onDone={() => {}} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
}
const day = () => drawn.querySelector('input')?.value
const type = (text: string) =>
  act(() => {
    const field = drawn.querySelector('input')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
const suggested = toLocalInput(suggestedUntil(dueAt, new Date()))

it.each([
  ['has passed', toLocalInput(inDays(-1))],
  ['is not later than the date in force', toLocalInput(inDays(4))],
  ['is missing', ''],
])('a kept moment that %s gives way to the suggestion, and the reason stays', async (_, until) => {
  await open(until)
  expect(day()).toBe(suggested)
  expect(drawn.querySelector('textarea')?.value).toBe('Болел')
})

it('a kept moment that can be asked for stays', async () => {
  const until = toLocalInput(inDays(9))
  await open(until)
  expect(day()).toBe(until)
})

it('what is typed stays in the field, for its refusal to be about it', async () => {
  await open(toLocalInput(inDays(9)))
  const passed = toLocalInput(inDays(-1))
  await type(passed)
  expect(day()).toBe(passed)
})
