import { documents } from '#contract/documents/document-list.ts'
import type { Db } from '#server/db/database.ts'
import { insertFirstVersion } from '#server/documents/documents.repo.ts'
import { firstTexts } from '#server/documents/first-texts.ts'

/**
 * Puts version 1 of each document without a version in force, so that nobody ever agrees to a text that does not exist.
 */
export const ensureDocuments = async (db: Db) => {
  for (const { slug } of documents) await insertFirstVersion(db, slug, firstTexts[slug])
}
