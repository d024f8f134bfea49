import { expect, test } from 'vitest'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { previewOf } from '#web/reviews/queue/bulk-preview.ts'

test('the preview of a bulk acceptance mentions that nobody gets points, and marks that stay', () => {
  const row = { status: taskStatuses.submitted, score: null, lease: null } as TaskRow
  const rows = [row, { ...row, score: 7.5 }, { ...row, score: 80, mark: '4' }]
  const texts = (action: 'accept' | 'return') => previewOf(action, rows, 1, null).map(({ text }) => text)
  expect(texts('accept')).toEqual([
    'станет «Принято», без оценки',
    'станет «Принято», с оценкой из журнала: 7,5 балла',
    'станет «Принято», с оценкой из журнала: 4',
  ])
  expect(new Set(texts('return'))).toEqual(new Set(['станет «На доработке»']))
})
