// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import GiveDialog from '#web/reviews/queue/GiveDialog.tsx'
import { aTask } from '#web/tasks/task.fixture.ts'

// what is drawn apart from the page is no markup of it
vi.mock('#web/ui/Modal.tsx', () => ({ Modal: ({ children }: { children: ReactNode }) => children }))

const nothing = () => {}
const drawn = (count: number) =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <GiveDialog rows={Array.from({ length: count }, () => aTask('submitted'))} onClose={nothing} onDone={nothing} />
      </QueryClientProvider>
    </MantineProvider>,
  )

test('the explanation agrees with the number of tasks', () => {
  expect(drawn(1)).toContain('Проверить её по-прежнему')
  expect(drawn(2)).toContain('Проверить их по-прежнему')
})
