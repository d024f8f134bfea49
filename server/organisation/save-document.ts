import type { z } from 'zod'
import type { DocumentInput } from '#contract/organisation/organisation.api.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { findFile } from '#server/files/files.repo.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { addDocumentEntry } from '#server/organisation/document-entry.ts'
import { dropTermNews } from '#server/organisation/document-terms.ts'
import {
  type DocumentRecord,
  insertDocument,
  listMadeDocuments,
  lockDocument,
  updateDocument,
} from '#server/organisation/organisation-documents.repo.ts'
import { listShownDocuments } from '#server/organisation/shown-documents.ts'

type Input = z.output<typeof DocumentInput>
type Change = Partial<Omit<Input, 'file_id'>>

/** Max size in bytes; a detached signature has a few kilobytes. */
const maxSignatureBytes = 1_048_576

/** The file that a curator has just uploaded, checked for the right type; 422 otherwise. */
const checkFile = async (tx: Db, actor: Actor, field: 'file_id' | 'signature_file_id', id: string) => {
  const file = await findFile(tx, id)
  if (!file || file.user_id !== actor.id || file.status !== 'ready') {
    throw invalid(field, 'Файл не загрузился до конца, или его больше нет. Загрузите его ещё раз.')
  }
  if (field === 'file_id' && file.type !== 'application/pdf') {
    throw invalid(field, 'Нужен документ в формате PDF.')
  }
  if (field === 'signature_file_id' && (!/\.(sig|sgn|p7s)$/i.test(file.name) || file.size > maxSignatureBytes)) {
    throw invalid(field, 'Нужен файл отсоединённой подписи с расширением .sig.')
  }
}

const checkDates = ({ valid_from, valid_until }: Pick<Change, 'valid_from' | 'valid_until'>) => {
  if (valid_from && valid_until && valid_until < valid_from) {
    throw invalid('valid_until', 'Документ не может перестать действовать раньше, чем начал.')
  }
}

const keepDocumentFiles = (
  tx: Db,
  actor: Actor,
  document: Pick<DocumentRecord, 'id' | 'file_id' | 'signature_file_id'>,
) =>
  keepFiles(
    tx,
    actor,
    { owner: 'organisation-document', id: document.id },
    { listed: [document.file_id, ...(document.signature_file_id ? [document.signature_file_id] : [])] },
  )

const insert = async (tx: Db, actor: Actor, input: Input, published = false) => {
  checkDates(input)
  await checkFile(tx, actor, 'file_id', input.file_id)
  if (input.signature_file_id) await checkFile(tx, actor, 'signature_file_id', input.signature_file_id)
  const document = await insertDocument(tx, { ...input, published, created_by: actor.id })
  await keepDocumentFiles(tx, actor, document)
  return document.id
}

/** Adds a document; it becomes public once a published page shows it. Returns its id. */
export const addDocument = (db: Db, actor: Actor, input: Input) =>
  db.transaction(async (tx) => {
    const id = await insert(tx, actor, input)
    await addDocumentEntry(tx, actor, 'organisation-document-added', id)
    return id
  })

/** Fields that a signature made here covers: they must not change later. */
const signedFields = ['title', 'dated_on', 'signer', 'signer_post', 'signed_at', 'certificate'] as const

const keepSigned = (document: DocumentRecord, change: Change) => {
  if (document.signature_number === null) return
  if (signedFields.every((field) => change[field] === undefined || change[field] === document[field])) return
  throw new Refusal('wrong-state', {
    detail: 'Документ подписан на платформе: название, дату и подпись изменить нельзя. Подпишите новый документ.',
  })
}

/** Changes the description of a document, and its detached signature; its file stays. */
export const changeDocument = (db: Db, actor: Actor, id: number, change: Change) =>
  db.transaction(async (tx) => {
    const document = found(await lockDocument(tx, id))
    const next = { ...document, ...change }
    checkDates(next)
    keepSigned(document, change)
    const { signature_file_id } = change
    if (signature_file_id && signature_file_id !== document.signature_file_id) {
      await checkFile(tx, actor, 'signature_file_id', signature_file_id)
    }
    const fields = Object.entries(change).flatMap(([field, value]) =>
      value === document[field as keyof Change] ? [] : field,
    )
    if (next.valid_until !== document.valid_until) await dropTermNews(tx, document)
    await updateDocument(tx, id, { ...change, ...(fields.length > 0 && { changed_at: new Date().toISOString() }) })
    await keepDocumentFiles(tx, actor, { ...next, signature_file_id: next.signature_file_id ?? null })
    if (fields.length === 0) return
    await addDocumentEntry(tx, actor, 'organisation-document-changed', id, { fields })
  })

const inForce = (document: DocumentRecord) => {
  if (document.archived_at === null) return
  throw new Refusal('wrong-state', { detail: 'Этот документ уже в архиве.' })
}

/** Replaces a document on every page that shows it; the old one is archived. */
export const replaceDocument = (db: Db, actor: Actor, id: number, input: Input) =>
  db.transaction(async (tx) => {
    const document = found(await lockDocument(tx, id))
    inForce(document)
    const replaced_by = await insert(tx, actor, input, document.published)
    await updateDocument(tx, id, { replaced_by, archived_at: new Date().toISOString() })
    await dropTermNews(tx, document)
    await addDocumentEntry(tx, actor, 'organisation-document-replaced', id, { new_document: replaced_by })
    return replaced_by
  })

/** The numbers of the published pages that show a document, or one that it replaced. */
const pagesWith = async (tx: Db, asked: number) => {
  const shown = await listShownDocuments(tx)
  const pages = shown.filter(({ documents }) => documents.some(({ id }) => id === asked))
  return [...new Set(pages.map(({ number }) => number))]
}

/** Archives a document; one that a published page shows has to be removed from the page first. */
export const archiveDocument = (db: Db, actor: Actor, id: number) =>
  db.transaction(async (tx) => {
    const document = found(await lockDocument(tx, id))
    inForce(document)
    const pages = await pagesWith(tx, id)
    if (pages.length > 0) {
      throw new Refusal('wrong-state', {
        detail: `Документ показан на ${pages.length === 1 ? 'странице' : 'страницах'} ${pages.join(', ')}. Замените его новым или сначала уберите оттуда и опубликуйте.`,
      })
    }
    await updateDocument(tx, id, { archived_at: new Date().toISOString() })
    await dropTermNews(tx, document)
    await addDocumentEntry(tx, actor, 'organisation-document-archived', id)
  })

/**
 * Restores a document from the archive. A replaced one stays there: its replacement is on every page. No published page
 * shows it, so it is public again only once one does; a document that was signed here, or has replaced such a one, is on
 * its page at once.
 */
export const restoreDocument = (db: Db, actor: Actor, id: number) =>
  db.transaction(async (tx) => {
    const document = found(await lockDocument(tx, id))
    if (document.archived_at === null) throw new Refusal('wrong-state', { detail: 'Этот документ не в архиве.' })
    if (document.replaced_by !== null) {
      throw new Refusal('wrong-state', { detail: 'Вместо этого документа уже стоит новый.' })
    }
    const isOnPage = (await listMadeDocuments(tx)).some((made) => made.document.id === id)
    await updateDocument(tx, id, { archived_at: null, published: document.published && isOnPage })
    await addDocumentEntry(tx, actor, 'organisation-document-restored', id)
  })
