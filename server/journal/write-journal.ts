import type { z } from 'zod'
import type { Journal, JournalExport } from '#contract/journal/journal.schema.ts'
import { sheetOf } from '#server/journal/journal-sheet.ts'
import { writeCsv } from '#server/journal/write-csv.ts'
import { writeXlsx } from '#server/journal/write-xlsx.ts'

/** The bytes of an exported journal. Runs in a worker: a course of five hundred students takes seconds. */
export const writeJournal = async ({
  journal,
  query: { format, time_zone },
}: {
  journal: Journal
  query: z.infer<typeof JournalExport>
}): Promise<Uint8Array> => {
  const sheet = sheetOf(journal, time_zone)
  return format === 'csv' ? Buffer.from(writeCsv(sheet)) : writeXlsx(sheet, 'Журнал')
}
