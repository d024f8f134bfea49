// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AttemptHistory } from '#web/tasks/AttemptHistory.tsx'
import { anAttempt, aTask } from '#web/tasks/task.fixture.ts'

test('an attempt without a verdict waits for one, unless its student is excused', () => {
  const drawn = (status: 'submitted' | 'excused') =>
    renderToStaticMarkup(<AttemptHistory task={aTask(status, [anAttempt(1)])} />)
  expect(drawn('submitted')).toContain('ждёт ответа')
  expect(drawn('excused')).not.toContain('ждёт ответа')
  expect(drawn('excused')).toContain('проверять не нужно')
})
