import { expect, it } from 'vitest'
import { counted, plural } from '#contract/plural.ts'

it('a noun agrees with its number', () => {
  const of = (count: number) => plural(count, 'урок', 'урока', 'уроков')
  expect([1, 21, 101, -1, 1001].map(of)).toEqual(Array(5).fill('урок'))
  expect([2, 4, 22, 104, -3].map(of)).toEqual(Array(5).fill('урока'))
  expect([0, 5, 11, 12, 14, 20, 111, 212].map(of)).toEqual(Array(8).fill('уроков'))
  expect(of(1.5)).toBe('урока')
  expect(counted(1234, 'урок', 'урока', 'уроков')).toBe('1\u00a0234\u00a0урока')
})
