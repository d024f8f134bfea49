import type { StoredFile } from '#contract/files/files.schema.ts'
import { earliestDay, tooEarlyText } from '#contract/organisation/earliest-day.ts'
import type { DocumentInput } from '#contract/organisation/organisation.api.ts'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { changesOf } from '#web/forms/changes-of.ts'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'

/** What the form of a document is for; `place`: where the new one is wanted. */
export type DocumentAct =
  | { kind: 'create'; title: string; place: string }
  | { kind: 'replace'; document: OrganisationDocument }
  | { kind: 'change'; document: OrganisationDocument }

/** A document as it is typed. */
export interface DocumentValues {
  file: StoredFile[]
  signature: StoredFile[]
  /** The signature file that is there is removed. */
  withoutSignature?: boolean
  title: string
  dated_on: string
  valid_from: string
  valid_until: string
  signer: string
  signer_post: string
  /** As a `datetime-local` field holds it. */
  signed_at: string
  certificate: string
}

/** Where the device keeps what this person has typed, and what the files are sent for. */
export const documentFormKey = (act: DocumentAct, userId: number | undefined) =>
  `organisation-document:${act.kind}:${act.kind === 'create' ? act.place : act.document.id}:${userId}`

/** What the form begins with: a document that replaces another one has its own signature and date. */
export const initialValues = (act: DocumentAct): DocumentValues => {
  const known = act.kind === 'change' ? act.document : null
  return {
    file: [],
    signature: [],
    withoutSignature: false,
    title: act.kind === 'create' ? act.title : act.document.title,
    dated_on: known?.dated_on ?? '',
    valid_from: known?.valid_from ?? '',
    valid_until: known?.valid_until ?? '',
    signer: known?.signature?.signer ?? '',
    signer_post: known?.signature?.post ?? '',
    signed_at: toLocalInput(known?.signature?.signed_at ?? null),
    certificate: known?.signature?.certificate ?? '',
  }
}

/** What is typed, as the server takes it. */
export const documentInput = ({
  file,
  signature,
  withoutSignature,
  title,
  dated_on,
  valid_from,
  valid_until,
  signer,
  signer_post,
  signed_at,
  certificate,
}: DocumentValues): DocumentInput => ({
  title,
  file_id: file[0]?.id ?? '',
  ...(withoutSignature && { signature_file_id: null }),
  ...(signature[0] && { signature_file_id: signature[0].id }),
  dated_on: dated_on || null,
  valid_from: valid_from || null,
  valid_until: valid_until || null,
  signer,
  signer_post,
  signed_at: fromLocalInput(signed_at),
  certificate,
})

/** The facts that differ from those the form began with: a colleague may have saved the others meanwhile. */
export const documentChanges = (values: DocumentValues, before: DocumentValues) => {
  const { file_id: _same, ...changes } = changesOf(documentInput(values), documentInput(before))
  return changes
}

const days = ['dated_on', 'valid_from', 'valid_until'] as const

/** What has to be put right before it is sent, by field. */
export const documentProblems = (values: DocumentValues, act: DocumentAct) => ({
  ...(values.title.trim() === '' && { title: 'Заполните это поле' }),
  ...(act.kind !== 'change' && values.file.length === 0 && { file: 'Загрузите файл PDF' }),
  ...(values.valid_from &&
    values.valid_until &&
    values.valid_until < values.valid_from && { valid_until: 'Раньше, чем начало действия' }),
  ...Object.fromEntries(
    days.filter((day) => values[day] && values[day] < earliestDay).map((day) => [day, tooEarlyText]),
  ),
})
