import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { dayText, schoolDay, schoolFormat } from '#contract/dates.ts'
import { type MadeKind, madeDocuments, type SignDocument } from '#contract/organisation/made-documents.schema.ts'
import { signaturePath } from '#contract/organisation/signature-number.ts'
import { fullName, roles } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { insertReadyFile } from '#server/files/files.repo.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { drawInWorker } from '#server/organisation/draw-in-worker.ts'
import { loadMadeContents, type MadeContent, markOf } from '#server/organisation/made-content.ts'
import { newNumber } from '#server/organisation/new-number.ts'
import { lockOrganisationRecord } from '#server/organisation/organisation.repo.ts'
import {
  insertDocument,
  listMadeDocuments,
  lockDocumentsAndHeirs,
  updateDocument,
} from '#server/organisation/organisation-documents.repo.ts'
import { withOwnPassword } from '#server/users/own-password.ts'
import { findUser, type User } from '#server/users/users.repo.ts'

type MadeDeps = Pick<Deps, 'db' | 'config' | 'files'>

const second = schoolFormat({ dateStyle: 'short', timeStyle: 'medium' })

/** The signer's post by default. */
export const usualPost = ({ occupation, role }: Pick<User, 'occupation' | 'role'>) => occupation || roles[role]

/** A document as it would be signed now. */
export const drawPreview = async ({ db, config }: Pick<MadeDeps, 'db' | 'config'>, kind: MadeKind) => {
  const content = (await loadMadeContents(db, config)).of(kind)
  const now = new Date()
  const day = dayText(schoolDay(now))
  return drawInWorker({ content, day, at: now.toISOString(), signature: null })
}

/** Replaces the last document of its kind; one that was taken down, too, so that nobody puts it back beside this one. */
const keepDocument = async (
  tx: Db,
  actor: Actor,
  kind: MadeKind,
  values: Omit<Parameters<typeof insertDocument>[1], 'made_as' | 'published' | 'created_by' | 'signed_by'>,
) => {
  // one after another: of two simultaneous signatures the later one replaces the earlier
  await lockOrganisationRecord(tx, madeDocuments[kind].page)
  const made = (await listMadeDocuments(tx)).findLast(({ document }) => document.made_as === kind)
  // locked: it may be replaced by an uploaded one at this moment
  const chain = await lockDocumentsAndHeirs(tx, made ? [made.document.id] : [])
  const last = chain.find(({ document }) => document.replaced_by === null)?.document
  // the page shows it at once, so everybody may read it
  const document = await insertDocument(tx, {
    ...values,
    made_as: kind,
    published: true,
    created_by: actor.id,
    signed_by: actor.id,
  })
  await keepFiles(tx, actor, { owner: 'organisation-document', id: document.id }, { listed: [document.file_id] })
  if (last) {
    const archived_at = last.archived_at ?? new Date().toISOString()
    await updateDocument(tx, last.id, { replaced_by: document.id, archived_at })
  }
  await addAuditEntry(tx, {
    actor,
    kind: 'organisation-document-signed',
    object: { kind: 'organisation-document', id: document.id },
  })
  return document.id
}

interface Signing {
  post: string
  rules: string
}

/**
 * Generates a document from the data, with a simple electronic signature of the actor, and keeps it. Returns its id.
 */
export const signContent = async (
  { db, config, files }: MadeDeps,
  signer: Pick<User, 'id' | 'name' | 'surname' | 'role'>,
  kind: MadeKind,
  content: MadeContent,
  { post, rules }: Signing,
) => {
  const now = new Date()
  const number = newNumber()
  const dated_on = schoolDay(now)
  const bytes = await drawInWorker({
    content,
    day: dayText(dated_on),
    at: now.toISOString(),
    signature: {
      number,
      signer: fullName(signer),
      post,
      signedAt: second(now).replace(',', ''),
      rules,
      address: config.publicUrl + signaturePath(number),
    },
  })
  const id = randomBytes(16).toString('hex')
  // bytes without a row are swept
  await files.write(id, bytes)
  return db.transaction(async (tx) => {
    const name = `${content.title}, ${dayText(dated_on)}.pdf`
    await insertReadyFile(tx, {
      id,
      user_id: signer.id,
      name,
      type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      link_key: randomBytes(32),
    })
    return keepDocument(tx, signer, kind, {
      title: content.title,
      file_id: id,
      dated_on,
      valid_from: dated_on,
      signer: fullName(signer),
      signer_post: post,
      signed_at: now.toISOString(),
      signature_number: number,
      signature_rules: rules,
      made_from: markOf(content),
    })
  })
}

/** «Подписать»: needs the signer's password, and the content they have seen. */
export const signMadeDocument = (
  deps: MadeDeps,
  actor: Actor,
  { kind, password, post, rules = '', mark }: z.output<typeof SignDocument>,
  /** IP address of the request, for the limit of guesses. */
  address: string,
) =>
  withOwnPassword(deps.db, actor.id, { password, field: 'password', address }, async () => {
    const [contents, user] = await Promise.all([loadMadeContents(deps.db, deps.config), findUser(deps.db, actor.id)])
    const signer = found(user)
    const content = contents.of(kind)
    if (contents.facts.programmes.length === 0) {
      throw invalid('kind', 'Подписывать пока нечего: ни один курс не показан всем как программа.')
    }
    if (mark !== undefined && mark !== markOf(content)) {
      throw new Refusal('conflict', { detail: 'Данные изменились, пока вы смотрели. Откройте документ ещё раз.' })
    }
    return signContent(deps, signer, kind, content, { post: post || usualPost(signer), rules })
  })
