import { z } from 'zod'
import { Id, Moment, plainText } from '#contract/http/fields.ts'
import { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'

/** The documents that the platform generates, in the order of their pages. */
export const madeDocuments = {
  students: {
    page: 4,
    block: 'students',
    field: 'eduChislenEl',
    title: 'Численность обучающихся по реализуемым образовательным программам',
    law: 'приказ Рособрнадзора от 04.08.2023 № 1493, п. 10',
  },
  staff: {
    page: 6,
    block: 'staff',
    field: 'staffOfProgrammes',
    title: 'Персональный состав педагогических работников каждой реализуемой образовательной программы',
    law: 'приказ Рособрнадзора от 04.08.2023 № 1493, п. 12, в редакции приказа от 03.07.2025 № 1353',
  },
  prices: {
    page: 8,
    block: 'paid',
    field: 'paidSt',
    title: 'Стоимость обучения по каждой образовательной программе',
    law: 'приказ Рособрнадзора от 04.08.2023 № 1493, п. 14',
  },
} as const

export const MadeKind = z.enum(['students', 'staff', 'prices'])
export type MadeKind = z.infer<typeof MadeKind>

/** A document that the platform generates, as curators see it before they sign. */
export const MadeDocument = z.object({
  kind: MadeKind,
  title: z.string(),
  /** The page of the section that shows it. */
  page: z.number().int(),
  /** A short fingerprint of the current data: the signer sends back the one they have seen. */
  mark: z.string(),
  /** The signed document in force; null when there is none. */
  document: OrganisationDocument.nullable(),
  /** Whether the data have changed since it was signed. */
  outdated: z.boolean(),
  /** Whether the page shows it; curators may have replaced it with another document. */
  shown: z.boolean(),
})
export type MadeDocument = z.infer<typeof MadeDocument>

export const SignDocument = z.object({
  kind: MadeKind,
  /** The signer's own password, again (63-ФЗ, art. 9). */
  password: z.string().min(1, 'Введите пароль').max(1000),
  /** The signer's post; by default the occupation in their profile. */
  post: plainText(200).optional(),
  /** The school's act or agreement that makes simple signatures valid (63-ФЗ, art. 6, п. 2). */
  rules: plainText(300).optional(),
  /** The `mark` that the signer has seen: 409 when the data have changed since. */
  mark: z.string().max(60).optional(),
})
export type SignDocument = z.infer<typeof SignDocument>

/** A simple electronic signature, as everybody can confirm it by its number. */
export const DocumentSignature = z.object({
  number: z.string(),
  title: z.string(),
  signer: z.string(),
  post: z.string(),
  signed_at: Moment,
  rules: z.string(),
  /** The hash of the signed file, in hexadecimal digits. */
  sha256: z.string(),
  /** Whether the document is still in force. */
  current: z.boolean(),
  /** When it was archived. */
  archived_at: Moment.nullable(),
  document_id: Id,
  file_url: z.string(),
})
export type DocumentSignature = z.infer<typeof DocumentSignature>

/** The result for a number on the page of documents: null for an unknown one. */
export interface SignatureAnswer {
  signature: DocumentSignature | null
}
