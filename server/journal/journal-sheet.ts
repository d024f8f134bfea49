import type {
  Journal,
  JournalAssignment,
  JournalCell,
  JournalQuiz,
  JournalQuizCell,
  JournalRow,
} from '#contract/journal/journal.schema.ts'
import type { TableColumn } from '#contract/journal/journal-columns.ts'
import { type Grading, markText, percentOf, type Scale } from '#contract/journal/scales.ts'
import { absentMark, scoreText } from '#contract/journal/score-text.ts'
import { totalGrading, totalMax } from '#contract/journal/totals.ts'
import { isPassed } from '#contract/quizzes/quiz-rules.ts'
import { called } from '#contract/users/student-word.ts'

/** A cell of an exported table; a date is the wall clock of the reader, written as if it were UTC. */
export type SheetCell = string | number | Date | null

/** A table with one row of headings. */
export interface Sheet {
  headings: string[]
  /** The widths of the columns, in characters. */
  widths?: number[]
  rows: SheetCell[][]
}

/** Converts a moment to the wall clock of a time zone: a date whose UTC parts are those of the clock. */
export const wallClock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (moment: string) => {
    const parts = Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, +value]))
    const { year = 0, month = 1, day, hour, minute, second } = parts
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  }
}

/** The state as text, with overdue ones marked. */
const stateOf = ({ status, score, overdue, absent }: JournalCell) => {
  if (!status && score !== null) return 'Оценено без работы'
  if (status) return overdue ? `${status.name}, позже срока` : status.name
  if (absent) return 'Не был на занятии'
  return overdue ? 'Просрочено' : 'Не сдано'
}

const quizStates: Record<JournalQuiz['kind'], { none: string; passed: string; failed: string }> = {
  quiz: { none: 'Нет ответов', passed: 'Пройден', failed: 'Не пройден' },
  tool: { none: 'Нет результата', passed: 'Пройдено', failed: 'Не пройдено' },
}

/** The state of a quiz as text; what the best attempt could give where the questions were others then. */
const quizStateOf = ({ points, max_points }: JournalQuizCell, quiz: JournalQuiz) => {
  const { none, passed, failed } = quizStates[quiz.kind]
  if (points === null || max_points === null) return none
  const state = isPassed({ points, max_points }) ? passed : failed
  return max_points === (quiz.max_points ?? 0) ? state : `${state}, ${scoreText(points)} из ${scoreText(max_points)}`
}

const outOf = (max: number | null) => (max === null ? '' : ` из ${scoreText(max)}`)
const nameOf = ({ lesson, deleted_at }: JournalAssignment | JournalQuiz) =>
  deleted_at === null ? lesson.name : `${lesson.name} (удалён)`

const scoreWords: Record<Scale, string> = { points: 'балл', '2-5': 'оценка', pass: 'зачёт', percent: 'процент' }

const headingsOf = (column: TableColumn, { scale }: Grading) => {
  const word = scoreWords[scale]
  const outOfPoints = (max: number | null) => (scale === 'points' ? outOf(max) : '')
  if (column.kind === 'assignment') {
    const name = nameOf(column.assignment)
    return [`${name}: состояние`, `${name}: ${word}${outOfPoints(column.assignment.max_score)}`, `${name}: сдано`]
  }
  if (column.kind === 'total') return [`${column.period.name}: итог`, `${column.period.name}: по оценкам, %`]
  const { kind, title, max_points } = column.quiz
  const name = `${nameOf(column.quiz)}, ${kind === 'quiz' ? 'тест' : 'инструмент'} «${title}»`
  const best = kind === 'quiz' ? 'лучший' : 'последний'
  return [
    `${name}: состояние`,
    `${name}: ${best} ${scale === 'points' ? `балл${outOf(max_points)}` : 'результат'}`,
    `${name}: когда`,
  ]
}

/** A journal to export, and what it has of its students besides their names. */
export interface ExportedJournal {
  journal: Journal
  columns: TableColumn[]
  /** The school's word for classes: «Класс». */
  cohortTitle: string
  /** Whether e-mail and number are in it. */
  seesFiles: boolean
  /** By the student's id. */
  people: Record<number, { classes: string; email: string; own_number: string }>
}

/** Widths in characters. */
const widths = { name: 28, file: 18, average: 12, state: 22, mark: 12, moment: 17 }

/**
 * The journal as a table: a row for each student, and for each assignment and quiz the state, the score and the moment;
 * of a quiz those of the best attempt.
 */
export const sheetOf = (
  { journal, columns, cohortTitle, seesFiles, people }: ExportedJournal,
  timeZone: string,
): Sheet => {
  const clock = wallClock(timeZone)
  const { grading } = journal
  /** A number where it is one: points, marks from 2 to 5; percentages have their own column. */
  const markOf = (score: number | null, max: number | null, grading = journal.grading): SheetCell => {
    if (score === null || grading.scale === 'points') return score
    if (grading.scale === 'percent') return Math.round(percentOf(score, max) * 100) / 100
    const text = markText(score, max, grading)
    return grading.scale === '2-5' ? Number(text) : text
  }
  const fileOf = (id: number): SheetCell[] => {
    const { classes = '', email = '', own_number = '' } = people[id] ?? {}
    return seesFiles ? [classes, own_number, email] : [classes]
  }
  const cellsOf = (column: TableColumn, row: JournalRow): SheetCell[] => {
    if (column.kind === 'assignment') {
      const cell = row.cells[column.index] as JournalCell
      return [
        stateOf(cell),
        markOf(cell.score, column.assignment.max_score) ?? (cell.absent ? absentMark : null),
        cell.submitted_at && clock(cell.submitted_at),
      ]
    }
    if (column.kind === 'total') {
      const total = row.totals[column.index]
      return [markOf(total?.score ?? null, totalMax, totalGrading(grading)), total?.proposed ?? null]
    }
    const cell = row.quizzes[column.index] as JournalQuizCell
    return [
      quizStateOf(cell, column.quiz),
      markOf(cell.points, cell.max_points),
      cell.answered_at && clock(cell.answered_at),
    ]
  }
  return {
    headings: [
      ...[called('Студент'), cohortTitle, ...(seesFiles ? ['Номер', 'Почта'] : []), 'Среднее, %'],
      ...columns.flatMap((column) => headingsOf(column, grading)),
    ],
    widths: [
      ...[widths.name, widths.file, ...(seesFiles ? [widths.file, widths.name] : []), widths.average],
      ...columns.flatMap(({ kind }) =>
        kind === 'total' ? [widths.mark, widths.mark] : [widths.state, widths.mark, widths.moment],
      ),
    ],
    rows: journal.rows.map((row) => [
      `${row.student.surname} ${row.student.name}${row.left_at === null ? '' : ' (выбыл)'}`,
      ...fileOf(row.student.id),
      row.average,
      ...columns.flatMap((column) => cellsOf(column, row)),
    ]),
  }
}

/** The current day of a time zone, `2026-11-21`. */
export const todayIn = (timeZone: string) => wallClock(timeZone)(new Date().toISOString()).toISOString().slice(0, 10)

/** «Журнал — Основы вёрстки — 2026-11-21.xlsx», with the day of the reader's clock. */
export const sheetName = (course: string, format: string, timeZone: string) => {
  // characters that file systems do not allow in a name
  const name = course.replace(/[\s\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()
  return `Журнал — ${name} — ${todayIn(timeZone)}.${format}`
}
