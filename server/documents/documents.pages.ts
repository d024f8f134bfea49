import { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { AddressId } from '#contract/http/fields.ts'
import type { ServedPage } from '#contract/page-head.ts'
import { pathTo, type ServedAnswers } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { loadDocument } from '#server/documents/load-document.ts'

/** The data for a document's page: the response of its call. With `?version=`, an earlier text. */
export const documentPage = async (
  { db }: Deps,
  params: Record<string, string>,
  query: Record<string, string> = {},
): Promise<ServedPage<ServedAnswers<'documents.show'>> | null> => {
  const slug = DocumentSlug.safeParse(params.slug)
  const version = AddressId.optional().safeParse(query.version)
  if (!slug.success || !version.success) return null
  const document = await loadDocument(db, slug.data, version.data)
  if (!document) return null
  const description = `${document.title}. Версия ${document.version}.`
  const canonical = pathTo('documents.show', { slug: document.slug })
  // search engines show only the version in force; a parent's letter leads to an address with a token
  const hidden = version.data !== undefined || query.token !== undefined
  return {
    title: document.title,
    head: { description, canonical, hidden },
    answers: { document: { document, ...(version.data === undefined ? {} : { earlier: true }) } },
  }
}
