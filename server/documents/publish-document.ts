import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import type { Db } from '#server/db/database.ts'
import { findDocument, insertVersion } from '#server/documents/documents.repo.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'

const behind = () =>
  new Refusal('conflict', {
    detail: 'Пока вы писали, опубликовали другую версию. Посмотрите её в истории: ваш текст остался в редакторе.',
  })

/**
 * Puts a new version of a document in force, based on version `version`. Earlier ones stay as people agreed to them.
 */
export const publishDocument = async (
  db: Db,
  userId: number,
  slug: DocumentSlug,
  form: { content: string; version: number },
) => {
  const content = cleanHtml(form.content, 'document')
  if (isEmptyRichText(content)) throw invalid('content', 'Напишите текст документа.')
  const before = found(await findDocument(db, slug))
  if (before.version !== form.version) throw behind()
  if (before.content === content) throw invalid('content', 'Текст не изменился: публиковать нечего.')
  const version = before.version + 1
  await db.transaction(async (tx) => {
    if (!(await insertVersion(tx, { slug, version, content, published_by: userId }))) throw behind()
    await addAuditEntry(tx, {
      actor: { id: userId },
      kind: 'document-published',
      object: { kind: 'document', id: slug },
      before: { version: before.version },
      after: { version },
    })
  })
}
