import { expect, test } from 'vitest'
import { loadText } from '#web/reviews/queue/load-text.ts'

test('the verb agrees with the number of tasks that wait', () => {
  const texts = [0, 1, 2, 5, 21].map((waiting) => loadText({ waiting, oldest_at: null, reviewed: 3 }))
  expect(texts.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'Ничего не ждёт; за неделю проверено 3',
    'Ждёт 1 работа; за неделю проверено 3',
    'Ждут 2 работы; за неделю проверено 3',
    'Ждут 5 работ; за неделю проверено 3',
    'Ждёт 21 работа; за неделю проверено 3',
  ])
})
