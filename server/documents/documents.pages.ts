import { DocumentSlug } from '#contract/documents/documents.schema.ts'
import type { Deps } from '#server/deps.ts'
import { loadDocument } from '#server/documents/load-document.ts'

/** What the page of a document is drawn from: the answer of its call. */
export const documentPage = async ({ db }: Deps, params: Record<string, string>) => {
  const slug = DocumentSlug.safeParse(params.slug)
  const document = slug.success ? await loadDocument(db, slug.data) : null
  return document && { title: document.title, data: { document } }
}
