import type { z } from 'zod'
import type { JournalExport } from '#contract/journal/journal.schema.ts'
import { type SchoolWords, setSchoolWords } from '#contract/site/school-words.ts'
import { type ExportedJournal, sheetOf } from '#server/journal/journal-sheet.ts'
import { writeCsv } from '#server/journal/write-csv.ts'
import { writeXlsx } from '#server/journal/write-xlsx.ts'

/** The bytes of an exported journal. Runs in a worker: a course of five hundred students takes seconds. */
export const writeJournal = async ({
  exported,
  query: { format, time_zone },
  words,
}: {
  exported: ExportedJournal
  query: z.infer<typeof JournalExport>
  words: SchoolWords
}): Promise<Uint8Array> => {
  setSchoolWords(words)
  const sheet = sheetOf(exported, time_zone)
  return format === 'csv' ? Buffer.from(writeCsv(sheet)) : writeXlsx(sheet, 'Журнал')
}
