import { privacyApi } from '#contract/privacy/privacy.api.ts'
import { callForFile } from '#web/data/call.ts'
import { downloadedBytes } from '#web/files/downloaded-bytes.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import { localDay } from '#web/ui/local-moment.ts'

/** Downloads all data of a person. `onProgress` receives the loaded share, from 0 to 1. Throws like `call`. */
export const downloadData = async (userId: number, onProgress: (share: number) => void, signal: AbortSignal) => {
  const response = await callForFile(privacyApi.export, { params: { id: userId } }, signal)
  const total = Number(response.headers.get('content-length'))
  const bytes = await downloadedBytes(response, {
    onProgress: (loaded) => total > 0 && onProgress(loaded / total),
    signal,
  })
  saveBlob(bytes, `Мои данные ${localDay()}.zip`)
}
