import { importsApi } from '#contract/imports/imports.api.ts'
import { NetworkError } from '#web/app/api-error.ts'
import { callForFile } from '#web/app/call.ts'
import { saveBlob } from '#web/files/save-blob.ts'

/** Downloads a course as an archive; the bytes go straight to the browser's own store. Throws like `call`. */
export const downloadArchive = async ({ id, name }: { id: number; name: string }) => {
  const response = await callForFile(importsApi.archive, { params: { id } })
  const bytes = await response.blob().catch(() => {
    throw new NetworkError()
  })
  saveBlob(bytes, `${name.replace(/[\\/:*?"<>|]/g, '_')}.zip`)
}
