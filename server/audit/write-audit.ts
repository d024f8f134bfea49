import { auditActName, auditActorText, auditSentences } from '#contract/audit/audit-text.ts'
import { type CohortForms, cohortForms } from '#contract/cohorts/cohort-words.ts'
import { dayText } from '#contract/dates.ts'
import { type SchoolWords, setSchoolWords } from '#contract/site/school-words.ts'
import type { ExportedEntry } from '#server/audit/load-for-export.ts'
import { type Sheet, wallClock } from '#server/journal/journal-sheet.ts'
import { writeCsv } from '#server/journal/write-csv.ts'
import { writeXlsx } from '#server/journal/write-xlsx.ts'

const headings = ['Когда', 'Кто', 'Что', 'Над чем', 'Номер', 'Что изменилось', 'Запись', 'Отпечаток']

/** The widths of these columns, in characters. */
const widths = [17, 28, 28, 28, 12, 60, 12, 22]

/** Max characters of a cell in Excel, with some to spare. */
const maxCell = 30_000

/** The journal of changes as a table, with times and days in `timeZone`. */
const sheetOf = (entries: ExportedEntry[], timeZone: string, cohort: CohortForms): Sheet => {
  const clock = wallClock(timeZone)
  const dayOf = (moment: string) => dayText(clock(moment).toISOString().slice(0, 10))
  return {
    headings,
    widths,
    rows: entries.map((entry) => [
      clock(entry.at),
      auditActorText(entry),
      auditActName(entry),
      entry.object.name ?? '',
      entry.object.id,
      auditSentences(entry, { dayOf, cohort }).join('. ').slice(0, maxCell),
      entry.number,
      entry.hash ?? '',
    ]),
  }
}

/** The bytes of an exported journal of changes. Runs in a worker: it may have a hundred thousand entries. */
export const writeAudit = async ({
  batches,
  format,
  timeZone,
  words,
}: {
  /** JSON of entries. */
  batches: string[]
  format: 'csv' | 'xlsx'
  timeZone: string
  words: SchoolWords
}): Promise<Uint8Array> => {
  setSchoolWords(words)
  const sheet = sheetOf(
    batches.flatMap((batch): ExportedEntry[] => JSON.parse(batch)),
    timeZone,
    cohortForms[words.cohort_word],
  )
  return format === 'csv' ? Buffer.from(writeCsv(sheet)) : writeXlsx(sheet, 'Журнал изменений')
}
