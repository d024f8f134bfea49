// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { BarList } from '#web/progress/BarList.tsx'

test('the rest of the bars takes the focus from the button that has shown it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const drawn = document.createElement('div')
  document.body.append(drawn)
  const bars = Array.from({ length: 12 }, (_, id) => ({ id, name: `Класс ${id + 1}`, text: '', parts: [] }))
  await act(() =>
    createRoot(drawn).render(
      <MantineProvider>
        <BarList label="Классы" bars={bars} />
      </MantineProvider>,
    ),
  )
  const button = drawn.querySelector('button')
  button?.focus()
  await act(() => button?.click())
  expect(drawn.querySelectorAll('li')).toHaveLength(12)
  expect(drawn.querySelector('button')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Класс 11')
})
