import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { madeDocumentsApi } from '#contract/organisation/made-documents.api.ts'
import type { MadeDocument } from '#contract/organisation/made-documents.schema.ts'
import { call, callForFile } from '#web/app/call.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import { documentsChanged, overviewQuery } from '#web/organisation/editing/editing.queries.ts'
import { organisationPageQuery } from '#web/organisation/organisation.queries.ts'

/** The documents that the platform makes, signed or not. */
export const madeDocumentsQuery = queryOptions({
  queryKey: ['organisation-editing', 'made-documents'],
  queryFn: ({ signal }) => call(madeDocumentsApi.list, {}, signal),
})

/** Signs one of them; its page shows it from then on. */
export const useSignDocument = ({ kind, mark, page }: MadeDocument) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: { password: string; post: string; rules: string }) =>
      call(madeDocumentsApi.sign, { body: { ...form, kind, mark } }),
    // a refusal may mean that the data are others by now
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: madeDocumentsQuery.queryKey }),
        client.invalidateQueries({ queryKey: organisationPageQuery(page).queryKey }),
        client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
        documentsChanged(client),
      ]),
  })
}

/** Saves a document as it would be signed now. */
export const savePreview = async ({ kind, title }: Pick<MadeDocument, 'kind' | 'title'>) => {
  const response = await callForFile(madeDocumentsApi.preview, { params: { kind } })
  saveBlob(await response.blob(), `${title}, не подписано.pdf`)
}
