import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { fileLink } from '#server/files/file-link.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { openAddress } from '#server/files/sign-text.ts'
import type { DocumentRecord, DocumentWithFiles } from '#server/organisation/organisation-documents.repo.ts'

const presentFile = ({ published, archived_at }: DocumentRecord, file: FileRecord) => ({
  name: file.name,
  // public files have a permanent address
  url: published && archived_at === null ? openAddress(file) : fileLink(file),
  type: file.type,
  size: file.size,
})

const signatureOf = ({ signer, signer_post, signed_at, certificate, signature_number }: DocumentRecord) =>
  signer || signer_post || signed_at || certificate
    ? { signer, post: signer_post, signed_at, certificate, number: signature_number }
    : null

/** A document as the contract shows it. First check who may see it. */
export const presentDocument = ({ document, file, signatureFile }: DocumentWithFiles): OrganisationDocument => ({
  id: document.id,
  title: document.title,
  file: presentFile(document, file),
  signature: signatureOf(document),
  signature_file: signatureFile && presentFile(document, signatureFile),
  dated_on: document.dated_on,
  valid_from: document.valid_from,
  valid_until: document.valid_until,
  published: document.published,
  replaced_by: document.replaced_by,
  archived_at: document.archived_at,
  created_at: document.created_at,
})

/** How references to documents are resolved. */
export interface Documents {
  /** The document in that place; null when it no longer exists. */
  of: (id: number) => OrganisationDocument | null
}

/** The documents as a version showed them. */
export const documentsThen = (rows: DocumentWithFiles[]): Documents => {
  const byId = new Map(rows.map((row) => [row.document.id, row]))
  return {
    of: (id) => {
      const row = byId.get(id)
      return row ? presentDocument(row) : null
    },
  }
}

/** The current documents: each is resolved to its replacement, and archived ones are not shown. */
export const documentsNow = (rows: DocumentWithFiles[]): Documents => {
  const byId = new Map(rows.map((row) => [row.document.id, row]))
  return {
    of: (id) => {
      let row = byId.get(id)
      while (row?.document.replaced_by != null) row = byId.get(row.document.replaced_by)
      return row && row.document.archived_at === null ? presentDocument(row) : null
    },
  }
}
