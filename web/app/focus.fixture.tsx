import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { queryClient } from '#web/data/query-client.ts'
import { ToastArea } from '#web/ui/ToastArea.tsx'

let root: Root | undefined

/** Draws something with the page's messages after it; what the test before has drawn is gone. */
export const draw = (shown: ReactNode) => {
  root?.unmount()
  document.body.replaceChildren(document.createElement('div'))
  root = createRoot(document.body.firstElementChild as Element)
  root.render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        {shown}
        <ToastArea />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

/** The button with this text or label. */
export const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (each) => each.textContent === name || each.getAttribute('aria-label') === name,
  )

/** Presses a button, which has the focus then. */
export const press = (name: string) => {
  button(name)?.focus()
  button(name)?.click()
}

/** What has the focus: its label or text; an empty string for the page as a whole. */
export const focused = () => {
  const { activeElement: element, body } = document
  return element === body ? '' : (element?.getAttribute('aria-label') ?? element?.textContent)
}
