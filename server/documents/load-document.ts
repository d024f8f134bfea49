import { type Document, type DocumentSlug, documents } from '#contract/documents/documents.schema.ts'
import type { Db } from '#server/db/database.ts'
import { findDocument } from '#server/documents/documents.repo.ts'

const titles = new Map<DocumentSlug, string>(documents.map(({ slug, title }) => [slug, title]))

/** The version in force of a document, with its title; null when none is. */
export const loadDocument = async (db: Db, slug: DocumentSlug): Promise<Document | null> => {
  const document = await findDocument(db, slug)
  return document && { ...document, title: titles.get(slug) as string }
}
