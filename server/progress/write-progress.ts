import { dayText } from '#contract/dates.ts'
import type { Progress } from '#contract/progress/progress.schema.ts'
import type { ProgressPart } from '#contract/progress/progress-parts.ts'
import { called } from '#contract/users/student-word.ts'
import { type Sheet, type SheetCell, wallClock } from '#server/journal/journal-sheet.ts'
import { writeCsv } from '#server/journal/write-csv.ts'
import { writeXlsx } from '#server/journal/write-xlsx.ts'

const widths = { name: 36, count: 14, moment: 17 }

/** Hours with one decimal place: what spreadsheets can compute with. */
const hoursOf = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 360) / 10)

const standingHeadings = () => [called('Студентов'), 'Задано', 'Принято', 'Просрочено', 'Отстают']

type Standing = Pick<Progress['cohorts'][number], 'name' | 'students' | 'asked' | 'accepted' | 'overdue' | 'behind'>

const standingOf = ({ name, students, asked, accepted, overdue, behind }: Standing): SheetCell[] => [
  name,
  ...[students, asked, accepted, overdue, behind],
]

/** A part of the progress as a table, with moments of the reader's clock. */
export const sheetOf = (
  progress: Progress,
  { part, cohortTitle, timeZone }: { part: ProgressPart; cohortTitle: string; timeZone: string },
): Sheet => {
  const { name, count, moment } = widths
  if (part === 'weeks')
    return {
      headings: ['Неделя с', `Занимались, ${called('студентов')}`, 'Сдано работ', 'Проверено', 'Ждали проверки, ч'],
      widths: [moment, count, count, count, count],
      rows: progress.weeks.map(({ from, active, submitted, verdicts, usual_wait }) => [
        dayText(from),
        ...[active, submitted, verdicts, hoursOf(usual_wait)],
      ]),
    }
  if (part === 'cohorts')
    return {
      headings: [cohortTitle, ...standingHeadings()],
      widths: [name, count, count, count, count, count],
      rows: progress.cohorts.map(standingOf),
    }
  const clock = wallClock(timeZone)
  return {
    headings: [
      ...['Курс', ...standingHeadings()],
      ...['Ждут проверки', 'Первая ждёт с', 'Проверено', 'Ждали проверки, ч'],
    ],
    widths: [...[name, count, count, count, count, count], ...[count, moment, count, count]],
    rows: progress.courses.map((course) => [
      ...standingOf(course),
      ...[course.waiting, course.waiting_since && clock(course.waiting_since)],
      ...[course.verdicts, hoursOf(course.usual_wait)],
    ]),
  }
}

/** The name of a part, for files and sheets; `cohorts` is the school's word for classes. */
export const partName = (part: ProgressPart, cohorts: string) =>
  ({ weeks: 'Активность', courses: 'Курсы', cohorts })[part]

/** The bytes of an exported part: at most a row for each course, which is no work for a worker. */
export const writeProgress = async (
  progress: Progress,
  { format, name, ...options }: Parameters<typeof sheetOf>[1] & { format: 'csv' | 'xlsx'; name: string },
): Promise<Buffer> => {
  const sheet = sheetOf(progress, options)
  return format === 'csv' ? Buffer.from(writeCsv(sheet)) : writeXlsx(sheet, name)
}
