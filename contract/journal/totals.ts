import { averageOf } from '#contract/journal/average.ts'
import type { JournalAssignment, JournalCell, JournalQuiz, JournalQuizCell } from '#contract/journal/journal.schema.ts'
import type { Period } from '#contract/journal/periods.schema.ts'
import { type Grading, isPass, markText, schoolMark, scoreOfMark } from '#contract/journal/scales.ts'

/** The max of totals: they are kept as percentages. */
export const totalMax = 100

/** How totals are shown and typed: in the scale of the course, as percentages where that is points. */
export const totalGrading = (grading: Grading): Grading =>
  grading.scale === 'points' ? { ...grading, scale: 'percent' } : grading

/** A total as its course shows it: «4», «зачёт», «85 %». */
export const totalText = (score: number | null, grading: Grading) => markText(score, totalMax, totalGrading(grading))

/** Whether a day is within a period. */
export const isInPeriod = (day: string, { from, to }: Pick<Period, 'from' | 'to'>) => from <= day && day <= to

/** The terms that a year consists of. */
export const termsOf = <Some extends Period>(year: Period, periods: Some[]) =>
  periods.filter(({ kind, from, to }) => kind === 'term' && year.from <= from && to <= year.to)

type Columns = {
  assignments: Pick<JournalAssignment, 'day' | 'weight' | 'max_score'>[]
  quizzes: Pick<JournalQuiz, 'day'>[]
}

type Cells = {
  cells: Pick<JournalCell, 'status' | 'score'>[]
  quizzes: Pick<JournalQuizCell, 'points' | 'max_points'>[]
}

/** The average of the columns whose day is in the period. */
const averageIn = (period: Period, columns: Columns, row: Cells) => {
  const isIn = ({ day }: { day: string }) => isInPeriod(day, period)
  return averageOf(
    columns.assignments.filter(isIn),
    row.cells.filter((_, index) => isIn(columns.assignments[index] ?? { day: '' })),
    row.quizzes.filter((_, index) => isIn(columns.quizzes[index] ?? { day: '' })),
  )
}

const meanOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** A tie goes up, whatever floating point makes of it. */
const rounded = (number: number) => Math.round(number + 1e-9)

/** The total of a year from those of its terms: the mean of the marks; «зачёт» for a pass in every one. */
const yearOf = (terms: number[], { scale, borders }: Grading): number | null => {
  if (terms.length === 0) return null
  if (scale === 'pass')
    return scoreOfMark(terms.every((term) => isPass(term, borders)) ? 'pass' : 'fail', totalMax, borders)
  if (scale !== '2-5') return rounded(meanOf(terms) * 10) / 10
  return scoreOfMark(rounded(meanOf(terms.map((term) => schoolMark(term, borders)))), totalMax, borders)
}

/**
 * What the rule proposes for each period, as percentages of the points; null where nothing counts. A term: the weighted
 * average of the columns whose day is in it. A year: the mean of the totals of its terms, as they were set or else as
 * they are proposed; the average of its columns where it has no terms. `setOf` is the total that was set: a closed term
 * has no other, since what changes after that changes no total.
 */
export const proposeTotals = (
  periods: (Period & { locked?: boolean })[],
  columns: Columns,
  row: Cells,
  { grading, setOf }: { grading: Grading; setOf: (periodId: number) => number | null },
): (number | null)[] => {
  const averages = new Map(periods.map((period) => [period.id, averageIn(period, columns, row)]))
  return periods.map((period) => {
    const average = averages.get(period.id) ?? null
    const terms = period.kind === 'year' ? termsOf(period, periods) : []
    if (terms.length === 0) return average
    return yearOf(
      terms.flatMap(({ id, locked }) => setOf(id) ?? (locked ? null : averages.get(id)) ?? []),
      grading,
    )
  })
}

/** Whether the rule proposes another mark than when the total was set. */
export const hasMoved = (
  { score, proposed, basis }: { score: number | null; proposed: number | null; basis: number | null },
  grading: Grading,
) => score !== null && totalText(proposed, grading) !== totalText(basis, grading)

const list = (borders: [string, number][]) => borders.map(([mark, from]) => `${mark} — от ${from} %`).join(', ')

/** The rule in words, with its rounding. */
export const ruleText = (kind: Period['kind'], { scale, borders }: Grading): string[] => {
  const { five, four, three, pass } = borders
  const counted =
    'Считается доля баллов в столбцах, чей день попадает в период: у столбца без сдачи это его день, у задания — срок сдачи, у остального — день, когда открылся урок. Каждый столбец входит со своим весом, тесты — с весом 1. Пустые клетки, «н» без оценки и освобождения не входят.'
  const roundedTo = 'Средняя доля округляется до десятых долей процента, половина — вверх.'
  const marks = {
    '2-5': `Оценка по границам школы: ${list([
      ['5', five],
      ['4', four],
      ['3', three],
    ])}, меньше — 2.`,
    pass: `Зачёт — от ${pass} %.`,
    percent: '',
    points: '',
  }[scale]
  const term = [counted, [roundedTo, marks].filter(Boolean).join(' ')]
  if (kind === 'term') return term
  const year = {
    '2-5': 'Итог года — среднее оценок за его периоды, округлённое до целого; половина — вверх: 4,5 станет 5.',
    pass: 'Итог года — зачёт, если зачёт есть за каждый период.',
    percent: 'Итог года — среднее итогов за его периоды, округлённое до десятых, половина — вверх.',
    points: 'Итог года — среднее итогов за его периоды, округлённое до десятых, половина — вверх.',
  }[scale]
  return [
    year,
    'За период берётся поставленный итог, а где его нет — предложенный. Период без оценок не входит. Если периодов в году нет, берутся все его столбцы.',
  ]
}
