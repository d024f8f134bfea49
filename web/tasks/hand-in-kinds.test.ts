import { expect, test } from 'vitest'
import { handInFacts } from '#web/tasks/hand-in-kinds.ts'
import { aTask } from '#web/tasks/task.fixture.ts'

test('only what is out of the ordinary is said about a hand-in', () => {
  const { assignment } = aTask('draft')
  expect(handInFacts(assignment)).toEqual([])
  expect(
    handInFacts({
      ...assignment,
      kinds: ['files', 'link'],
      file_types: ['image/*', '.pdf'],
      max_file_size: 10 * 1_048_576,
      team_size: 3,
    }),
  ).toEqual(['Что сдать: файлы, ссылка', 'Файлы: картинки, .pdf, до 10\u00a0МБ', 'Работа в команде до 3\u00a0человек'])
})
