import { privacyApi } from '#contract/privacy/privacy.api.ts'
import { NetworkError } from '#web/app/api-error.ts'
import { callForFile } from '#web/app/call.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import { localDay } from '#web/ui/local-moment.ts'

/**
 * Downloads all data of a person. `onProgress` receives the loaded share, from 0 to 1. The bytes go straight to the
 * browser's own store: however many there are, the page holds few. Throws like `call`.
 */
export const downloadData = async (userId: number, onProgress: (share: number) => void, signal: AbortSignal) => {
  const response = await callForFile(privacyApi.export, { params: { id: userId } }, signal)
  const total = Number(response.headers.get('content-length'))
  let loaded = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (part, stream) => {
      loaded += part.byteLength
      if (total > 0) onProgress(loaded / total)
      stream.enqueue(part)
    },
  })
  let bytes: Blob
  try {
    bytes = await new Response(response.body?.pipeThrough(counting), {
      headers: { 'content-type': 'application/zip' },
    }).blob()
  } catch (error) {
    if (signal.aborted) throw error
    throw new NetworkError()
  }
  saveBlob(bytes, `Мои данные ${localDay()}.zip`)
}
