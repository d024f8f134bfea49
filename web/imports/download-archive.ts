import { importsApi } from '#contract/imports/imports.api.ts'
import { callForFile } from '#web/data/call.ts'
import { downloadedBytes } from '#web/files/downloaded-bytes.ts'
import { saveBlob } from '#web/files/save-blob.ts'

/** Downloads a course as an archive; the bytes go straight to the browser's own store. Throws like `call`. */
export const downloadArchive = async ({ id, name }: { id: number; name: string }) => {
  const response = await callForFile(importsApi.archive, { params: { id } })
  const bytes = await downloadedBytes(response)
  saveBlob(bytes, `${name.replace(/[\\/:*?"<>|]/g, '_')}.zip`)
}
