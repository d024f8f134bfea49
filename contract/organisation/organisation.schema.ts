import { z } from 'zod'
import { few, Id, line, Moment, plainText, RichText } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'

const number = z.number().int().min(1).max(organisationPages.length)

export const OrganisationPageNumber = z.object({ number: z.coerce.number().pipe(number) })

/** An address on this site or elsewhere; a click on it can run nothing. */
export const WebAddress = z
  .string()
  .trim()
  .max(2000, 'Слишком длинный адрес')
  .refine(
    (address) =>
      /^(https?:\/\/[^\s\p{Cc}\p{Cs}]+|\/(?![/\\])[^\s\p{Cc}\p{Cs}]*|mailto:[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+)$/u.test(
        address,
      ),
    'Введите адрес, например https://school.ru/plan.pdf',
  )

/** A document of the organisation, or an address with its text. */
export const Reference = z.union([z.object({ document_id: Id }), z.object({ title: line(300), url: WebAddress })])
export type Reference = z.infer<typeof Reference>

/** A curator's value of a field; `absent` is «нет сведений». A missing field was never filled in. */
export const FieldValue = z.union([
  z.object({ absent: z.literal(true) }),
  z.object({ text: plainText(5000) }),
  z.object({ refs: z.array(Reference).max(100) }),
])
export type FieldValue = z.infer<typeof FieldValue>

/** A row of a block. `from` is the row of the platform that it corrects: then it has only the corrected fields. */
export const ContentRow = z.object({
  /** Identifies the row while it is edited, and in history. */
  id: z.string().min(1).max(60).transform(storable),
  from: z.string().max(60).transform(storable).optional(),
  /** A row of the platform that the school does not publish. */
  hidden: z.literal(true).optional(),
  values: z.record(z.string().max(60), FieldValue),
})
export type ContentRow = z.infer<typeof ContentRow>

/** Max number of all values in the blocks of a page: several tables of 500 people. */
const maxValues = 30_000

/** Curators' content of a page of the section, by the blocks of the registry. */
export const OrganisationContent = z.object({
  before: RichText,
  after: RichText,
  blocks: few(
    z.record(z.string().max(60), z.object({ rows: z.array(ContentRow).max(500) })),
    maxValues,
    'Слишком много строк: разделите таблицу',
  ),
  /** Further pages of the page (`addRef`): max ten. */
  more: z.array(z.object({ title: line(300), url: WebAddress })).max(10, 'Не больше десяти дополнительных страниц'),
})
export type OrganisationContent = z.infer<typeof OrganisationContent>

export const emptyContent: OrganisationContent = { before: '', after: '', blocks: {}, more: [] }

/** What is known of an electronic signature. */
const Signature = z.object({
  signer: z.string(),
  post: z.string(),
  signed_at: Moment.nullable(),
  certificate: z.string(),
  /** For a simple electronic signature made here, by which everybody can confirm it; null for others. */
  number: z.string().nullable(),
})

const Day = z.iso.date()
const KeptFile = z.object({ name: z.string(), url: z.string(), type: z.string(), size: z.number() })

/** A document as it is published, and as curators see it. */
export const OrganisationDocument = z.object({
  id: Id,
  title: z.string(),
  file: KeptFile,
  signature: Signature.nullable(),
  /** The detached signature. */
  signature_file: KeptFile.nullable(),
  dated_on: Day.nullable(),
  valid_from: Day.nullable(),
  valid_until: Day.nullable(),
  published: z.boolean(),
  replaced_by: Id.nullable(),
  archived_at: Moment.nullable(),
  created_at: Moment,
})
export type OrganisationDocument = z.infer<typeof OrganisationDocument>

/** A field as it is shown: text, links, documents; all empty where the school has nothing. */
export const ShownValue = z.object({
  text: z.string(),
  /** The platform's note beside the value, without markup: why there is no number. */
  note: z.string().optional(),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  documents: z.array(OrganisationDocument),
})
export type ShownValue = z.infer<typeof ShownValue>

/** A row as it is shown: the platform's data with the school's corrections. */
export const ShownRow = z.object({
  id: z.string(),
  /** The row of the platform that it comes from. */
  from: z.string().nullable(),
  values: z.record(z.string(), ShownValue),
})
export type ShownRow = z.infer<typeof ShownRow>

/** A table that the platform adds to the prescribed ones: prices. */
export const PlatformTable = z.object({
  key: z.string(),
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
})
export type PlatformTable = z.infer<typeof PlatformTable>

/** A page of the section as everybody reads it. */
export const OrganisationPage = z.object({
  number,
  title: z.string(),
  edition: z.union([z.literal(9), z.literal(10)]),
  university: z.boolean(),
  before: z.string(),
  after: z.string(),
  blocks: z.record(z.string(), z.array(ShownRow)),
  more: z.array(z.object({ title: z.string(), url: z.string() })),
  tables: z.array(PlatformTable),
  /** When the published content was changed, and when it was published. */
  updated_at: Moment.nullable(),
  published_at: Moment.nullable(),
})
export type OrganisationPage = z.infer<typeof OrganisationPage>
