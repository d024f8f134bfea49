import type { Journal, JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'

/** A cell of an exported table; a date is the wall clock of the reader, written as if it were UTC. */
export type SheetCell = string | number | Date | null

/** A table with one row of headings. */
export interface Sheet {
  headings: string[]
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
const stateOf = ({ status, score, overdue }: JournalCell) => {
  if (!status && score !== null) return 'Оценено без работы'
  if (status) return overdue ? `${status.name}, позже срока` : status.name
  return overdue ? 'Просрочено' : 'Не сдано'
}

const headingsOf = ({ lesson, deleted_at, max_score }: JournalAssignment) => {
  const name = deleted_at === null ? lesson.name : `${lesson.name} (удалён)`
  return [
    `${name}: состояние`,
    `${name}: балл${max_score === null ? '' : ` из ${scoreText(max_score)}`}`,
    `${name}: сдано`,
  ]
}

/** The journal as a table: a row for each student, and for each assignment the state, the score and the moment. */
export const sheetOf = ({ assignments, rows }: Journal, timeZone: string): Sheet => {
  const clock = wallClock(timeZone)
  return {
    headings: ['Студент', 'Среднее, %', ...assignments.flatMap(headingsOf)],
    rows: rows.map(({ student, left_at, average, cells }) => [
      `${student.surname} ${student.name}${left_at === null ? '' : ' (выбыл)'}`,
      average,
      ...cells.flatMap((cell) => [stateOf(cell), cell.score, cell.submitted_at && clock(cell.submitted_at)]),
    ]),
  }
}

/** «Журнал — Основы вёрстки — 2026-11-21.xlsx», with the day of the reader's clock. */
export const sheetName = (course: string, format: string, timeZone: string) => {
  const day = wallClock(timeZone)(new Date().toISOString()).toISOString().slice(0, 10)
  // characters that file systems do not allow in a name
  const name = course.replace(/[\s\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()
  return `Журнал — ${name} — ${day}.${format}`
}
