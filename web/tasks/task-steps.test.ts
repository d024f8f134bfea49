import { expect, test } from 'vitest'
import type { Review } from '#contract/reviews/reviews.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { anAttempt, aRemark, aReview, aTask, vera } from '#web/tasks/task.fixture.ts'
import { nextAttempt, ofPoints, openRemarks, shownVerdict, stepsOf } from '#web/tasks/task-steps.ts'
import { formatMoment } from '#web/ui/dates.ts'

const review = (verdict: Review['verdict'], remarks: Review['remarks'] = []) => aReview({ verdict, remarks })

const titles = (of: Task) => stepsOf(of, new Date('2026-11-18T02:00:00.000Z')).map(({ title }) => title)

test('a returned work: sent, reviewed, what to fix, the next attempt', () => {
  const remarks = [aRemark('Поля'), aRemark('Подпись'), aRemark('Заголовок', { done: true })]
  const returned = aTask('returned', [anAttempt(1, { review: review('returned', remarks) })])
  expect(titles(returned)).toEqual([
    'Попытка 1 отправлена',
    'Проверено: Вера Лосева',
    'Исправьте 2\u00a0пункта',
    'Попытка 2',
  ])
  expect(stepsOf(returned)[1]?.note).toBe('ждали 1\u00a0день 4\u00a0часа')
  expect(openRemarks(returned)).toHaveLength(2)
})

test('a withdrawn attempt keeps its number', () => {
  const draft = aTask('draft', [anAttempt(1, { withdrawn_at: '2026-11-15T03:00:00.000Z' })])
  expect(titles(draft)).toEqual(['Попытка 1 отозвана', 'Черновик', 'Попытка 2'])
  expect(nextAttempt(draft)).toBe(2)
})

test('what to fix stays when the next attempt is taken back', () => {
  const withdrawn = anAttempt(2, { withdrawn_at: '2026-11-17T03:00:00.000Z' })
  const draft = aTask('draft', [anAttempt(1, { review: review('returned', [aRemark('Поля')]) }), withdrawn])
  expect(openRemarks(draft)).toHaveLength(1)
  expect(shownVerdict(draft)).toMatchObject({ attempt: 1, verdict: 'returned' })
})

test('a task on review shows who has it, or how long it has waited', () => {
  const at = new Date('2026-11-18T02:00:00.000Z')
  const waiting = aTask('submitted', [anAttempt(1)])
  expect(titles(waiting)).toEqual(['Попытка 1 отправлена', 'Ждёт проверки', 'Ответ'])
  expect(stepsOf(waiting, at)[1]).toEqual({ kind: 'waiting', title: 'Ждёт проверки', note: '3\u00a0дня' })
  const known = aTask('submitted', [anAttempt(1)], { reviewer: vera, usual_wait: 2 * 86_400 })
  expect(stepsOf(known, at)[1]).toMatchObject({
    note: '3\u00a0дня, проверит Вера Лосева',
    more: 'Обычно проверяют за 2\u00a0дня',
  })
  const since = '2026-11-18T01:50:00.000Z'
  const lease = { user: vera, since, expires_at: '2026-11-18T02:10:00.000Z' }
  expect(stepsOf(aTask('submitted', [anAttempt(1)], { lease }), at)[1]).toEqual({
    kind: 'waiting',
    title: 'Проверяет Вера Лосева',
    note: `с ${formatMoment(since)}`,
  })
})

test('an accepted task ends with its score', () => {
  const accepted = aTask('accepted', [anAttempt(1, { review: review('accepted') })], { score: 9 })
  expect(stepsOf(accepted).at(-1)).toMatchObject({ title: 'Принято', note: '9\u00a0баллов' })
})

test('points are in the genitive, also where they are no whole number', () => {
  expect([1, 2, 5, 11, 21, 0.5, 2.5].map(ofPoints)).toEqual([
    ...[
      '1\u00a0балла',
      '2\u00a0баллов',
      '5\u00a0баллов',
      '11\u00a0баллов',
      '21\u00a0балла',
      '0,5\u00a0балла',
      '2,5\u00a0балла',
    ],
  ])
})
