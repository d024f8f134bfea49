// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { aTask } from '#web/tasks/task.fixture.ts'
import { QuestionAnswer } from '#web/threads/QuestionAnswer.tsx'

const drawn = (minutes: number) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <QuestionAnswer
          task={aTask('submitted')}
          since={new Date(Date.now() - minutes * minuteMs).toISOString()}
          onSettled={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  ).replaceAll('\u00a0', ' ')

test('how long a question waits agrees with its verb', () => {
  expect(drawn(0)).toContain('Вопрос ждёт меньше минуты')
  expect(drawn(1)).toContain('Вопрос ждёт 1 минуту')
  expect(drawn(21)).toContain('Вопрос ждёт 21 минуту')
  expect(drawn(5)).toContain('Вопрос ждёт 5 минут')
})
