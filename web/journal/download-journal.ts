import { journalApi } from '#contract/journal/journal.api.ts'
import { NetworkError } from '#web/app/api-error.ts'
import { callForFile } from '#web/app/call.ts'
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

const readBytes = async (response: Response, onProgress: (progress: DownloadProgress) => void) => {
  const packed = response.headers.get('content-encoding') !== null
  const total = packed ? null : Number(response.headers.get('content-length')) || null
  const parts: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value)
    loaded += part.value.byteLength
    onProgress({ loaded, total })
  }
  return parts
}

/** Downloads the journal of a course as a table, with moments of the reader's own clock. Throws like `call`. */
export const downloadJournal = async (
  courseId: number,
  /** The format, and what of the journal. */
  wanted: { format: 'csv' | 'xlsx'; cohort_id?: number; period_id?: number },
  onProgress: (progress: DownloadProgress) => void,
  signal: AbortSignal,
) => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const query = { ...wanted, ...(timeZone ? { time_zone: timeZone } : {}) }
  const response = await callForFile(journalApi.export, { params: { id: courseId }, query }, signal)
  let parts: Uint8Array<ArrayBuffer>[]
  try {
    parts = await readBytes(response, onProgress)
  } catch (error) {
    if (signal.aborted) throw error
    throw new NetworkError()
  }
  const type = response.headers.get('content-type') ?? ''
  saveBlob(new Blob(parts, { type }), nameOf(response, `Журнал.${wanted.format}`))
}
