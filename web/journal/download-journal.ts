import { journalApi } from '#contract/journal/journal.api.ts'
import { callForFile } from '#web/data/call.ts'
import { downloadedBytes, ownTimeZone } from '#web/files/downloaded-bytes.ts'
import { saveBlob } from '#web/files/save-blob.ts'

/** How far a download is, in bytes; `total` is null while the server packs the answer on the way. */
export interface DownloadProgress {
  loaded: number
  total: number | null
}

const nameOf = (response: Response, fallback: string) => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : fallback
}

/** Downloads the journal of a course as a table, with moments of the reader's own clock. Throws like `call`. */
export const downloadJournal = async (
  courseId: number,
  /** The format, and what of the journal. */
  wanted: { format: 'csv' | 'xlsx'; cohort_id?: number; period_id?: number },
  onProgress: (progress: DownloadProgress) => void,
  signal: AbortSignal,
) => {
  const query = { ...wanted, ...ownTimeZone() }
  const response = await callForFile(journalApi.export, { params: { id: courseId }, query }, signal)
  const packed = response.headers.get('content-encoding') !== null
  const total = packed ? null : Number(response.headers.get('content-length')) || null
  const bytes = await downloadedBytes(response, { onProgress: (loaded) => onProgress({ loaded, total }), signal })
  saveBlob(bytes, nameOf(response, `Журнал.${wanted.format}`))
}
