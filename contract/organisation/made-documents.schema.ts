import { z } from 'zod'
import { Id, Moment, plainText } from '#contract/http/fields.ts'
import { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'

/** What the platform makes a document of by itself, in the order of the pages they stand on. */
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

/** A document that the platform makes, as curators see it before they sign. */
export const MadeDocument = z.object({
  kind: MadeKind,
  title: z.string(),
  /** The page of the section it stands on. */
  page: z.number().int(),
  /** What the data are now, in one short word: whoever signs sends back what they have looked at. */
  mark: z.string(),
  /** The one that is signed and in force; null while there is none. */
  document: OrganisationDocument.nullable(),
  /** Whether the data have changed since it was signed. */
  outdated: z.boolean(),
  /** Whether the page shows it; curators may have put another document in its place. */
  shown: z.boolean(),
})
export type MadeDocument = z.infer<typeof MadeDocument>

export const SignDocument = z.object({
  kind: MadeKind,
  /** The signer's own, once more (63-ФЗ, art. 9). */
  password: z.string().min(1, 'Введите пароль').max(1000),
  /** Office of the signer; the occupation of their profile unless said. */
  post: plainText(200).optional(),
  /** The school's act or agreement by which simple signatures count (63-ФЗ, art. 6, п. 2). */
  rules: plainText(300).optional(),
  /** `mark` of what was looked at: 409 when the data are others by now. */
  mark: z.string().max(60).optional(),
})
export type SignDocument = z.infer<typeof SignDocument>

/** A simple electronic signature, as everybody may confirm it by its number. */
export const DocumentSignature = z.object({
  number: z.string(),
  title: z.string(),
  signer: z.string(),
  post: z.string(),
  signed_at: Moment,
  rules: z.string(),
  /** Of the file as it was signed, in hexadecimal digits. */
  sha256: z.string(),
  /** Whether the document is still in force. */
  current: z.boolean(),
  /** Since when it is not. */
  archived_at: Moment.nullable(),
  document_id: Id,
  file_url: z.string(),
})
export type DocumentSignature = z.infer<typeof DocumentSignature>

/** What the page of documents says of a number: null for one that nobody signed with. */
export interface SignatureAnswer {
  signature: DocumentSignature | null
}
