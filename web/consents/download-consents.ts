import { consentsApi } from '#contract/consents/consents.api.ts'
import type { JournalFilter } from '#web/consents/consents.queries.ts'
import { callForFile } from '#web/data/call.ts'
import { downloadedBytes, ownTimeZone } from '#web/files/downloaded-bytes.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import { localDay } from '#web/ui/local-moment.ts'

/** Saves the filtered journal as a table, with times in the reader's time zone. Throws like `call`. */
export const downloadConsents = async ({ search, document }: JournalFilter) => {
  const query = { search, document, ...ownTimeZone() }
  const response = await callForFile(consentsApi.export, { query })
  const bytes = await downloadedBytes(response)
  saveBlob(bytes, `Журнал согласий — ${localDay()}.csv`)
}
