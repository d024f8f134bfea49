import { describe, expect, it } from 'vitest'
import type { Period } from '#contract/journal/periods.schema.ts'
import { PeriodsInput } from '#contract/journal/periods.schema.ts'
import { defaultBorders, type Grading, readMark, type Scale, scales } from '#contract/journal/scales.ts'
import { hasMoved, proposeTotals, ruleText, totalGrading, totalMax, totalText } from '#contract/journal/totals.ts'

const year: Period = { id: 3, kind: 'year', name: 'Год', from: '2026-09-01', to: '2027-05-31' }
const autumn: Period = { id: 1, kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-25' }
const winter: Period = { id: 2, kind: 'term', name: '2 четверть', from: '2026-11-05', to: '2026-12-28' }
const periods = [autumn, winter, year]
const days = [autumn.from, '2026-10-01', autumn.to, '2026-10-28', winter.from, '2026-12-01']

/** Numbers that look random and are the same in every run (mulberry32). */
const numbers = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

interface Column {
  day: string
  weight: number
  max_score: number | null
  score: number | null
}
const oneOf = <Item>(random: () => number, items: Item[]) => items[Math.floor(random() * items.length)] as Item

const columnsOf = (random: () => number): Column[] =>
  Array.from({ length: Math.floor(random() * 12) }, () => {
    const max_score = oneOf(random, [null, 1, 3, 5, 10, 100])
    return {
      day: oneOf(random, days),
      weight: oneOf(random, [0, 0.3, 1, 2, 7]),
      max_score,
      score: random() < 0.3 ? null : Math.round(random() * (max_score ?? 1000) * 100) / 100,
    }
  })

const propose = (columns: Column[], scale: Scale, set: Record<number, number> = {}) =>
  proposeTotals(
    periods,
    { assignments: columns, quizzes: [] },
    { cells: columns.map(({ score }) => ({ score, status: null })), quizzes: [] },
    { grading: { scale, borders: defaultBorders }, setOf: (id) => set[id] ?? null },
  )

const five = (day: string, score: number | null, weight = 1): Column => ({ day, weight, max_score: 5, score })

describe('the proposed total', () => {
  it('is within the scale, and no order of the columns or factor of their weights changes it', () => {
    const random = numbers(55)
    for (let round = 0; round < 400; round += 1) {
      const columns = columnsOf(random)
      const shuffled = columns.map((column) => ({ column, at: random() })).toSorted((a, b) => a.at - b.at)
      for (const scale of scales) {
        const grading: Grading = { scale, borders: defaultBorders }
        const proposed = propose(columns, scale)
        for (const score of proposed) {
          if (score === null) continue
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(totalMax)
          const text = totalText(score, grading)
          const read = readMark(text.replace(/\s*%$/, ''), { max: totalMax, limit: totalMax }, totalGrading(grading))
          expect(totalText(read as number, grading), `${scale}: ${score}`).toBe(text)
        }
        expect(
          propose(
            shuffled.map(({ column }) => column),
            scale,
          ),
        ).toEqual(proposed)
        // a power of two, so that floating point has no part in it
        expect(
          propose(
            columns.map((column) => ({ ...column, weight: column.weight * 4 })),
            scale,
          ),
        ).toEqual(proposed)
      }
    }
  })

  it('of a term is the weighted average of its days, the first and the last included', () => {
    const columns = [five(autumn.from, 5, 3), five(autumn.to, 1), five('2026-10-28', 0), five(winter.to, 4)]
    expect(propose(columns, 'points')).toEqual([80, 80, 80])
    expect(propose([five(autumn.from, null), five(autumn.to, 4, 0)], 'points')).toEqual([null, null, null])
  })

  it('leaves out «н» and excuses, and counts quizzes by their share', () => {
    const proposed = proposeTotals(
      [autumn],
      {
        assignments: [five(autumn.from, null), five(autumn.from, null)],
        quizzes: [{ day: autumn.to }, { day: winter.to }],
      },
      {
        cells: [
          { score: null, status: null },
          { score: 1, status: { slug: 'excused', name: '', color: '', icon: '' } },
        ],
        quizzes: [
          { points: 3, max_points: 4 },
          { points: 0, max_points: 4 },
        ],
      },
      { grading: { scale: 'points', borders: defaultBorders }, setOf: () => null },
    )
    expect(proposed).toEqual([75])
  })

  it('of a year is the mean of the marks, set ones before proposed ones, and half goes up', () => {
    const columns = [five(autumn.from, 5), five(winter.from, 4)]
    const grading: Grading = { scale: '2-5', borders: defaultBorders }
    const marks = (proposed: (number | null)[]) => proposed.map((score) => totalText(score, grading))
    // (5 + 4) / 2 = 4.5
    expect(marks(propose(columns, '2-5'))).toEqual(['5', '4', '5'])
    // (3 + 4) / 2 = 3.5
    expect(marks(propose(columns, '2-5', { 1: 60 }))).toEqual(['5', '4', '4'])
    expect(marks(propose(columns, '2-5', { 1: 0 }))).toEqual(['5', '4', '3'])
    expect(propose(columns, 'pass', { 1: 0 })).toEqual([100, 80, 0])
    expect(propose(columns, 'percent', { 1: 60.5 })).toEqual([100, 80, 70.3])
  })

  it('of a year counts nothing of a closed term without a total', () => {
    const column = { day: autumn.from, weight: 1, max_score: 5 }
    const row = { cells: [{ score: 5, status: null }], quizzes: [] }
    const grading: Grading = { scale: 'percent', borders: defaultBorders }
    const terms = (locked: boolean) => [{ ...autumn, locked }, winter, year]
    const propose = (locked: boolean) =>
      proposeTotals(terms(locked), { assignments: [column], quizzes: [] }, row, { grading, setOf: () => null })
    expect(propose(false)).toEqual([100, null, 100])
    expect(propose(true)).toEqual([100, null, null])
  })

  it('has moved when another mark is proposed than when the total was set', () => {
    const grading: Grading = { scale: '2-5', borders: defaultBorders }
    expect(hasMoved({ score: 100, proposed: 80, basis: 76 }, grading)).toBe(false)
    expect(hasMoved({ score: 100, proposed: 74.9, basis: 76 }, grading)).toBe(true)
    expect(hasMoved({ score: null, proposed: 74.9, basis: null }, grading)).toBe(false)
  })

  it('has its rule in words, with the borders of the school', () => {
    const borders = { ...defaultBorders, five: 85 }
    expect(ruleText('term', { scale: '2-5', borders }).join(' ')).toContain('5 — от 85 %, 4 — от 75 %, 3 — от 50 %')
    expect(ruleText('year', { scale: 'pass', borders }).join(' ')).toContain('зачёт есть за каждый период')
  })
})

describe('periods of the school', () => {
  const problems = (...given: Partial<Period>[]) => {
    const read = PeriodsInput.safeParse({ periods: given.map(({ id, ...period }) => period) })
    return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  }

  it('do not overlap within their kind, and terms are within their year', () => {
    expect(problems(autumn, winter, year)).toEqual([])
    expect(problems(autumn, { ...winter, from: autumn.to })).toEqual([
      'periods.1.from: Пересекается с периодом «1 четверть» (01.09.2026 – 25.10.2026)',
    ])
    expect(problems({ ...autumn, from: '2026-08-30' }, year)).toEqual(['periods.0.from: Выходит за «Год»'])
    expect(problems({ ...autumn, to: '2026-08-30' })).toEqual(['periods.0.to: Конец раньше начала'])
    expect(problems({ ...autumn, from: '2026-02-30' })).toEqual(['periods.0.from: Проверьте дату'])
  })
})
