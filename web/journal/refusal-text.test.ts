import { expect, test } from 'vitest'
import { refusalText } from '#web/journal/refusal-text.ts'

test('a block that was not pasted says why, each reason with its values', () => {
  expect(refusalText([{ value: 'отлично', why: 'not-a-mark' }], 'points')).toBe(
    'Этого не поставить в клетку: отлично. Нужны числа или «н».',
  )
  expect(
    refusalText(
      [
        { value: '6', why: 'closed', place: 'Анна Белова, «Письмо»' },
        { value: '7', why: 'outside' },
        { value: '8', why: 'outside' },
      ],
      '2-5',
    ),
  ).toBe(
    'Сюда оценку не поставить, там освобождение, тест или закрытый период: Анна Белова, «Письмо» — 6. За краем таблицы нет клеток для остального: 7, 8.',
  )
})
