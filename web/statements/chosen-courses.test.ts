import { describe, expect, it } from 'vitest'
import type { StatementCourse, StatementLine } from '#contract/statements/statements.schema.ts'
import { chosenCourses, chosenIds, wordOf } from '#web/statements/chosen-courses.ts'

const autumn = { id: 1, kind: 'term' as const, name: '1 четверть', from: '2026-09-01', to: '2026-10-25' }
const winter = { id: 2, kind: 'term' as const, name: '2 четверть', from: '2026-11-05', to: '2026-12-28' }
const year = { id: 3, kind: 'year' as const, name: 'Год', from: '2026-09-01', to: '2027-05-31' }
const periods = [autumn, winter, year]

const mark = (day: string): StatementLine => ({
  kind: 'assignment',
  id: 1,
  name: 'Плакат',
  quiz: null,
  day,
  mark: '5',
  out_of: null,
  status: null,
  absent: false,
  missing: false,
})
const total = (period_id: number): StatementLine => ({ kind: 'total', period_id, mark: '5', set: true })
const course = (id: number, lines: StatementLine[]): StatementCourse => ({
  id,
  name: `Курс ${id}`,
  archived: false,
  left_at: null,
  average: 90,
  lines,
})

const courses = [
  course(1, [mark('2026-09-02'), total(1), mark('2026-11-05'), total(2), total(3)]),
  course(2, [mark('2025-05-05')]),
]

describe('the courses of a statement', () => {
  it('are those that the address names', () => {
    expect([...chosenIds(undefined, courses)]).toEqual([1, 2])
    expect([...chosenIds('2,7,слово', courses)]).toEqual([2])
    expect([...chosenIds('none', courses)]).toEqual([])
    for (const ids of [[1, 2], [2], []]) {
      const chosen = new Set(ids)
      expect(chosenIds(wordOf(chosen, courses), courses)).toEqual(chosen)
    }
    expect(wordOf(new Set([1, 2]), courses)).toBeUndefined()
  })

  it('have the marks of a period with its totals, those of its terms, too', () => {
    const all = new Set([1, 2])
    const shown = (period?: (typeof periods)[number]) => chosenCourses({ courses, periods }, all, period)
    expect(shown()).toEqual(courses)
    expect(shown(autumn)).toEqual([course(1, [mark('2026-09-02'), total(1)])])
    expect(shown(year)).toEqual([courses[0]])
    expect(chosenCourses({ courses, periods }, new Set([2]), winter)).toEqual([])
  })
})
