import {
  type DocumentSignature,
  type MadeDocument,
  madeDocuments,
} from '#contract/organisation/made-documents.schema.ts'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import type { Deps } from '#server/deps.ts'
import { openAddress } from '#server/files/sign-text.ts'
import { loadMadeContents, madeKinds, markOf } from '#server/organisation/made-content.ts'
import { type DocumentWithFiles, findBySignature } from '#server/organisation/organisation-documents.repo.ts'
import { documentsNow } from '#server/organisation/present-document.ts'

/** Every kind of document that the platform generates: whether it is signed, shown on its page, and up to date. */
export const loadMadeDocuments = async ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  const { facts, contents, of } = await loadMadeContents(db, config)
  const now = documentsNow(facts.made)
  const last = facts.made.findLast(({ document }) => document.signature_number !== null)?.document
  const documents = madeKinds.map((kind): MadeDocument => {
    const { title, page, block, field } = madeDocuments[kind]
    const mark = markOf(of(kind))
    const row = facts.made.findLast(({ document }) => document.made_as === kind)?.document
    const document = row ? now.of(row.id) : null
    const own = (contents.get(page) ?? emptyContent).blocks[block]?.rows[0]?.values[field]
    const ids =
      own && 'refs' in own ? own.refs.flatMap((ref) => ('document_id' in ref ? [now.of(ref.document_id)?.id] : [])) : []
    return {
      kind,
      title,
      page,
      mark,
      document,
      // an uploaded replacement is the school's own: nobody knows what it was made from; without programmes there is
      // nothing to sign
      outdated: facts.programmes.length > 0 && row !== undefined && document?.id === row.id && row.made_from !== mark,
      shown: own === undefined || (document !== null && ids.includes(document.id)),
    }
  })
  return { documents, last }
}

const presentSignature = ({ document, file }: DocumentWithFiles, number: string): DocumentSignature => ({
  number,
  title: document.title,
  signer: document.signer,
  post: document.signer_post,
  signed_at: document.signed_at ?? document.created_at,
  rules: document.signature_rules,
  sha256: file.sha256 ?? '',
  current: document.archived_at === null,
  archived_at: document.archived_at,
  document_id: document.id,
  file_url: openAddress(file),
})

/** The public data of a signature made here, even if its document was replaced; null for an unknown number. */
export const loadSignature = async (db: Deps['db'], number: string): Promise<DocumentSignature | null> => {
  const row = await findBySignature(db, number)
  return row && presentSignature(row, number)
}
