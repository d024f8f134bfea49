// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, createRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { VerdictBar } from '#web/reviews/verdict/VerdictBar.tsx'

test('the hint names the key that confirms where the focus is', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const drawn = document.createElement('div')
  document.body.append(drawn)
  const accepted = createRef<HTMLButtonElement>()
  const buttons = { accepted, returned: createRef<HTMLButtonElement>() }
  const root = createRoot(drawn)
  await act(() =>
    root.render(
      <MantineProvider env="test">
        <VerdictBar kept="" chosen="accepted" sent={undefined} buttons={buttons} onSend={() => {}} />
      </MantineProvider>,
    ),
  )
  const hint = () => drawn.querySelector('[role=status]')?.textContent
  expect(hint()).toBe('Принять? Подтвердите: Ctrl + Enter')
  await act(() => accepted.current?.focus())
  expect(hint()).toBe('Принять? Подтвердите: Enter')
  // Enter would return it instead
  await act(() => buttons.returned.current?.focus())
  expect(hint()).toBe('Принять? Подтвердите: Ctrl + Enter')
  await act(() => root.unmount())
})
