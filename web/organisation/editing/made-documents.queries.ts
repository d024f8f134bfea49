import { madeDocumentsApi } from '#contract/organisation/made-documents.api.ts'
import type { MadeDocument } from '#contract/organisation/made-documents.schema.ts'
import { useAct } from '#web/data/act.ts'
import { callForFile } from '#web/data/call.ts'
import { q } from '#web/data/endpoint-query.ts'
import { downloadedBytes } from '#web/files/downloaded-bytes.ts'
import { saveBlob } from '#web/files/save-blob.ts'

/** The documents that the platform makes, signed or not. */
export const madeDocumentsQuery = q(madeDocumentsApi.list)

/** Signs one of them; its page shows it from then on. */
export const useSignDocument = ({ kind, mark }: MadeDocument) =>
  useAct(madeDocumentsApi.sign, (form: { password: string; post: string; rules: string }) => ({
    body: { ...form, kind, mark },
  }))

/** Saves a document as it would be signed now. Throws like `call`. */
export const savePreview = async ({ kind, title }: Pick<MadeDocument, 'kind' | 'title'>) => {
  const response = await callForFile(madeDocumentsApi.preview, { params: { kind } })
  const bytes = await downloadedBytes(response)
  saveBlob(bytes, `${title}, не подписано.pdf`)
}
