import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StatementCourse, StatementLine } from '#contract/statements/statements.schema.ts'
import { StatementCourses } from '#web/statements/StatementCourses.tsx'

const mark = (values: Partial<StatementLine>) =>
  ({
    kind: 'quiz',
    id: 1,
    name: 'Сетки',
    quiz: 'О сетке',
    day: '2026-12-01',
    mark: null,
    out_of: null,
    status: null,
    absent: false,
    missing: false,
    ...values,
  }) as StatementLine

const rowOf = (line: StatementLine) => {
  const course: StatementCourse = {
    id: 1,
    name: 'Вёрстка',
    archived: false,
    left_at: null,
    average: null,
    lines: [line],
  }
  const html = renderToStaticMarkup(<StatementCourses courses={[course]} periods={[]} whole />)
  return html.match(/<tbody>(.*?)<\/tbody>/)?.[1]?.replace(/<[^>]*>/g, '|')
}

test('a quiz has a date once it is answered, and an assignment always', () => {
  expect(rowOf(mark({}))).not.toContain('01.12.2026')
  expect(rowOf(mark({ mark: '5' }))).toContain('01.12.2026')
  expect(rowOf(mark({ kind: 'assignment', quiz: null }))).toContain('01.12.2026')
})
