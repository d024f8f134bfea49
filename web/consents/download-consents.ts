import { consentsApi } from '#contract/consents/consents.api.ts'
import { NetworkError } from '#web/app/api-error.ts'
import { callForFile } from '#web/app/call.ts'
import type { JournalFilter } from '#web/consents/consents.queries.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import { localDay } from '#web/ui/local-moment.ts'

/** Saves the filtered journal as a table, with times in the reader's time zone. Throws like `call`. */
export const downloadConsents = async ({ search, document }: JournalFilter) => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const query = { search, document, ...(timeZone ? { time_zone: timeZone } : {}) }
  const response = await callForFile(consentsApi.export, { query })
  const bytes = await response.blob().catch(() => {
    throw new NetworkError()
  })
  saveBlob(bytes, `Журнал согласий — ${localDay()}.csv`)
}
