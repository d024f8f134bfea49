import { describe, expect, it, test } from 'vitest'
import { missingPoints, pointsQuestion } from '#web/reviews/verdict/ask-for-points.ts'

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
  expect(missingPoints(accepted([]), criteria, null)).toEqual({ unmarked: 2, noneMarked: true, noPoints: true })
  expect(missingPoints(accepted([1]), criteria, null)).toEqual({ unmarked: 1, noneMarked: false, noPoints: false })
  expect(missingPoints(accepted([1, 2]), criteria, null)).toBeNull()
  expect(missingPoints(accepted([], 7), criteria, null)).toBeNull()
})

test('a score from the journal counts only while no marked criterion replaces it', () => {
  expect(missingPoints(accepted([]), criteria, 9)).toBeNull()
  expect(missingPoints(accepted([1]), criteria, 9)).toEqual({ unmarked: 1, noneMarked: false, noPoints: false })
})

test('criteria without points bring none, so none are missed', () => {
  const unpointed = [1, 2, 3].map((id) => ({ id, name: `Критерий ${id}` }))
  expect(missingPoints(accepted([1, 2]), unpointed, null)).toEqual({ unmarked: 1, noneMarked: false, noPoints: false })
  expect(missingPoints(accepted([]), unpointed, null)).toEqual({ unmarked: 3, noneMarked: true, noPoints: false })
})

test('a marked criterion without points is not overlooked', () => {
  const mixed = [...criteria, { id: 3, name: 'Шрифт' }]
  expect(missingPoints(accepted([3]), mixed, null)).toEqual({ unmarked: 2, noneMarked: false, noPoints: true })
})

describe('the question', () => {
  const asked = (less: Parameters<typeof pointsQuestion>[0]) => {
    const { title, text, accept } = pointsQuestion(less)
    return [title, text.replace('\u00a0', ' '), accept]
  }

  it('says that points are missing only where there are some', () => {
    expect(asked({ unmarked: 2, noneMarked: true, noPoints: true })).toEqual([
      'Принять работу без баллов?',
      'Не отмечены 2 критерия. Студент увидит работу принятой, но не узнает, что в ней удалось.',
      'Принять без баллов',
    ])
    expect(asked({ unmarked: 3, noneMarked: true, noPoints: false })).toEqual([
      'Принять, не отметив критерии?',
      'Не отмечены 3 критерия. Студент увидит работу принятой, но не узнает, что в ней удалось.',
      'Принять так',
    ])
  })

  it('agrees with the number of criteria that are left', () => {
    const left = [1, 2, 5, 21].map((unmarked) => asked({ unmarked, noneMarked: false, noPoints: false }))
    const many = 'Студент увидит работу принятой, а эти критерии — без отметок.'
    expect(left).toEqual([
      [
        'Принять, не отметив критерий?',
        'Не отмечен 1 критерий. Студент увидит работу принятой, а этот критерий — без отметки.',
        'Принять так',
      ],
      ['Принять, не отметив критерии?', `Не отмечены 2 критерия. ${many}`, 'Принять так'],
      ['Принять, не отметив критерии?', `Не отмечено 5 критериев. ${many}`, 'Принять так'],
      ['Принять, не отметив критерии?', `Не отмечен 21 критерий. ${many}`, 'Принять так'],
    ])
  })
})
