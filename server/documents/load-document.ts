import { type Document, type DocumentSlug, documentName } from '#contract/documents/documents.schema.ts'
import type { Db } from '#server/db/database.ts'
import { findDocument } from '#server/documents/documents.repo.ts'

/** A document in the version in force, or the one with this number, with its title; null when there is none. */
export const loadDocument = async (db: Db, slug: DocumentSlug, version?: number): Promise<Document | null> => {
  const document = await findDocument(db, slug, version)
  if (!document) return null
  // the publisher is shown only in the history
  const { published_by: _, ...text } = document
  return { ...text, title: documentName(slug) }
}
