import { describe, expect, it } from 'vitest'
import {
  type Borders,
  defaultBorders,
  type Grading,
  markText,
  readMark,
  scoreOfMark,
} from '#contract/journal/scales.ts'

const grading = (scale: Grading['scale'], borders: Borders = defaultBorders): Grading => ({ scale, borders })
const maxima = [null, 1, 2, 3, 5, 7, 10, 12.5, 33, 100, 999.9]
const narrow: Borders = { five: 97, four: 96, three: 95, pass: 99 }

describe('a typed mark', () => {
  it('is shown as it was typed, whatever the max and the borders are', () => {
    for (const max of maxima) {
      const limits = { max, limit: max ?? 1000 }
      for (const borders of [defaultBorders, narrow, { five: 3, four: 2, three: 1, pass: 1 }]) {
        for (const mark of [2, 3, 4, 5]) {
          const score = readMark(String(mark), limits, grading('2-5', borders))
          expect(markText(score as number, max, grading('2-5', borders)), `${mark} of ${max}`).toBe(String(mark))
        }
        for (const mark of ['зачёт', 'незачёт']) {
          const score = readMark(mark, limits, grading('pass', borders))
          expect(markText(score as number, max, grading('pass', borders))).toBe(mark)
        }
      }
      for (const percent of ['0', '33,33', '50', '87,5', '100']) {
        const score = readMark(percent, limits, grading('percent'))
        expect(markText(score as number, max, grading('percent'))).toBe(`${percent}\u00a0%`)
      }
    }
  })

  it('never gives more points than there are', () => {
    for (const max of maxima) {
      for (const mark of [2, 3, 4, 5, 'pass', 'fail'] as const) {
        expect(scoreOfMark(mark, max, defaultBorders)).toBeLessThanOrEqual(max ?? 100)
      }
    }
  })

  it('leaves a score alone that is this mark already', () => {
    expect(readMark('5', { max: 10, limit: 10, current: 9.2 }, grading('2-5'))).toBe(9.2)
    expect(readMark('4', { max: 10, limit: 10, current: 9.2 }, grading('2-5'))).toBe(8.25)
    expect(readMark('зачет', { max: 10, limit: 10, current: 6 }, grading('pass'))).toBe(6)
  })

  it('is refused when the scale does not have it', () => {
    const limits = { max: 10, limit: 10 }
    for (const typed of ['1', '6', '4,5', '45', 'пять']) expect(readMark(typed, limits, grading('2-5'))).toBeUndefined()
    for (const typed of ['101', '-1', 'зачёт']) expect(readMark(typed, limits, grading('percent'))).toBeUndefined()
    expect(readMark('да', limits, grading('pass'))).toBeUndefined()
    expect(readMark('10,5', limits, grading('points'))).toBeUndefined()
    expect(readMark(' ', limits, grading('2-5'))).toBeNull()
  })

  it('is the number of points by default', () => {
    expect(readMark('8,5', { max: 10, limit: 10 }, grading('points'))).toBe(8.5)
    expect(markText(8.5, 10, grading('points'))).toBe('8,5')
  })
})

it('a score becomes the mark whose border it reaches', () => {
  const marks = [0, 49.99, 50, 74.9, 75, 89.99, 90, 100, 120].map((score) => markText(score, 100, grading('2-5')))
  expect(marks).toEqual(['2', '2', '3', '3', '4', '4', '5', '5', '5'])
  // 0.9 * 3 misses 2.7 in floating point
  expect(markText(2.7, 3, grading('2-5'))).toBe('5')
})
