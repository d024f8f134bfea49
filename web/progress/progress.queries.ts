import { keepPreviousData } from '@tanstack/react-query'
import { progressApi } from '#contract/progress/progress.api.ts'
import {
  defaultWeeks,
  type ProgressPart,
  type ProgressWeeks,
  progressWeeks,
} from '#contract/progress/progress-parts.ts'
import { callForFile } from '#web/data/call.ts'
import { q } from '#web/data/endpoint-query.ts'
import { downloadedBytes, ownTimeZone } from '#web/files/downloaded-bytes.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import { localDay } from '#web/ui/local-moment.ts'

/** For how many weeks the address asks. */
export const weeksOf = (word: string | undefined): ProgressWeeks =>
  progressWeeks.find((weeks) => weeks === word) ?? defaultWeeks

/** How the studies of the school go, for curators; the former ones stay while others are on their way. */
export const progressQuery = (weeks: ProgressWeeks) =>
  q(progressApi.get, { query: { weeks } }, { placeholderData: keepPreviousData })

/**
 * Saves a part as a table, with times in the reader's time zone; `name` is what the file is called. Throws like `call`.
 */
export const downloadProgress = async (
  query: { part: ProgressPart; format: 'csv' | 'xlsx'; weeks: ProgressWeeks },
  name: string,
) => {
  const response = await callForFile(progressApi.export, {
    query: { ...query, ...ownTimeZone() },
  })
  const bytes = await downloadedBytes(response)
  saveBlob(bytes, `Ход учёбы — ${name} — ${localDay()}.${query.format}`)
}
