import type { JournalLine } from '#server/consents/consents.repo.ts'
import { consentsSheet } from '#server/consents/consents-sheet.ts'
import { writeCsv } from '#server/journal/write-csv.ts'

/** The journal of consents as CSV. Runs in a worker: a school has tens of thousands of lines. */
export const writeConsents = ({
  batches,
  timeZone,
}: {
  /** JSON of lines. */
  batches: string[]
  timeZone: string
}): string =>
  writeCsv(
    consentsSheet(
      batches.flatMap((batch): JournalLine[] => JSON.parse(batch)),
      timeZone,
    ),
  )
