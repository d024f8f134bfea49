import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { defaultBorders, type Scale } from '#contract/journal/scales.ts'
import { PrintedJournal } from '#web/journal/PrintedJournal.tsx'

const lesson = { id: 3, name: 'Письмо' }
const column = { lesson, day: '2026-11-20', open: true, deleted_at: null }
const journal: Omit<Journal, 'grading'> = {
  course: { id: 1, name: 'Вёрстка' },
  assignments: [{ ...column, id: 2, held_on: null, due_at: null, weight: 1, max_score: 10 }],
  quizzes: [{ ...column, kind: 'quiz', id: 4, title: 'Проверка', max_points: 6, before: 1 }],
  periods: [],
  rows: [],
}

const printed = (scale: Scale) =>
  renderToStaticMarkup(
    <PrintedJournal
      journal={{ ...journal, grading: { scale, borders: defaultBorders } }}
      cohort={undefined}
      period={undefined}
    />,
  )

it('paper shows the max of a column beside points alone', () => {
  expect(printed('points')).toMatch(/из 10.*из 6/)
  for (const scale of ['2-5', 'pass', 'percent'] as const) expect(printed(scale)).not.toMatch(/из \d/)
})
