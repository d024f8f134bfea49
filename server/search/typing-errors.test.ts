import { expect, it } from 'vitest'
import { meant, nearest, typingErrors } from '#server/search/typing-errors.ts'

it.each([
  ['плакат', 'плакат', 0],
  ['плокат', 'плакат', 1],
  ['плкат', 'плакат', 1],
  ['пллакат', 'плакат', 1],
  ['палкат', 'плакат', 1],
  ['блокат', 'плакат', 2],
  ['', 'плакат', 6],
  ['плакат', '', 6],
])('counts the errors in %j for %j', (typed, word, errors) => {
  expect(typingErrors(typed, word)).toBe(errors)
})

it('ignores letters that are not typed yet', () => {
  expect(typingErrors('плок', 'плакат', true)).toBe(1)
  expect(typingErrors('плокат', 'пла', true)).toBe(3)
})

it('returns the nearest words, all that are equally near, and none that is too far', () => {
  const from = (typed: string, ...words: string[]) =>
    nearest(words.map((what) => ({ errors: typingErrors(typed, what), typed, what })))
  expect(from('тромвай', 'травма', 'трамвай', 'тромб')).toEqual(['трамвай'])
  expect(from('кит', 'кот', 'кит')).toEqual(['кит'])
  expect(from('кет', 'кот', 'кит')).toEqual([])
  expect(from('шрфит', 'шрифт', 'шарф')).toEqual(['шрифт'])
  expect(from('рама', 'дама', 'лама')).toEqual(['дама', 'лама'])
  expect(from('слово')).toEqual([])
})

it('finds nothing else to be meant by a word without errors', () => {
  const from = (typed: string, ...words: string[]) =>
    meant(words.map((what) => ({ errors: typingErrors(typed, what), typed, what })))
  expect(from('шрфит', 'шрифт', 'шарф')).toEqual(['шрифт'])
  expect(from('шрифт', 'шрифт', 'шрифты')).toEqual([])
})
