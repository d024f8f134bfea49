import { expect, test } from 'vitest'
import { missingPoints, unmarkedText } from '#web/reviews/verdict/ask-for-points.ts'

const criteria = [
  { id: 1, name: 'Сетка', points: 4 },
  { id: 2, name: 'Поля', points: 6 },
]
const accepted = (ids: number[], score?: number) => ({
  attempt: 1,
  verdict: 'accepted' as const,
  criteria: ids.map((criterion_id) => ({ criterion_id, level: 'met' as const })),
  ...(score === undefined ? {} : { score }),
})

test('an acceptance asks about criteria that nobody marked, unless a score was given by hand', () => {
  expect(missingPoints(accepted([]), criteria, null)).toEqual({ unmarked: 2, noPoints: true })
  expect(missingPoints(accepted([1]), criteria, null)).toEqual({ unmarked: 1, noPoints: false })
  expect(missingPoints(accepted([1, 2]), criteria, null)).toBeNull()
  expect(missingPoints(accepted([], 7), criteria, null)).toBeNull()
})

test('a score from the journal counts only while no marked criterion replaces it', () => {
  expect(missingPoints(accepted([]), criteria, 9)).toBeNull()
  expect(missingPoints(accepted([1]), criteria, 9)).toEqual({ unmarked: 1, noPoints: false })
})

test('the sentence about unmarked criteria agrees with their number', () => {
  const texts = [1, 2, 5, 21].map((count) => unmarkedText(count).replace('\u00a0', ' '))
  expect(texts).toEqual([
    'Не отмечен 1 критерий',
    'Не отмечены 2 критерия',
    'Не отмечено 5 критериев',
    'Не отмечен 21 критерий',
  ])
})
