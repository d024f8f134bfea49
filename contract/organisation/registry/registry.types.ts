/** How a field is filled in, shown and checked. */
export type FieldKind = 'text' | 'date' | 'number' | 'link' | 'file'

/** What words of a field have to be, where its kind does not tell: years of work are whole years, a year is a calendar's. */
export type FieldFormat = 'email' | 'phone' | 'years' | 'year'

/** Edition of the names: «Методические рекомендации» 9.0.0 of 2025, or 10 of 2026. */
export type Edition = 9 | 10

/** One name of the mark-up (`itemprop`), with what the school is asked for under it. */
export interface OrganisationField {
  /** The name itself: lower camel case, to the letter. */
  name: string
  /** What it is called on screen. */
  label: string
  kind: FieldKind
  format?: FieldFormat
  /** Whether the school has to have it; the others say «отсутствует» without anybody minding. */
  required: boolean
  /** Several links or documents under one name, each marked up by itself. */
  many?: true
  /** Only in this edition. */
  edition?: Edition
  /** Only for universities. */
  university?: true
  /** What stands there when there is nothing; by kind unless said. */
  absent?: string
  /** What to write, for the one who fills it in. */
  hint?: string
  /** An electronic document with an electronic signature is asked for, not a page and not a bare file. */
  signed?: true
  /** A report that is made once a year. */
  yearly?: true
}

/** What the platform knows by itself, and fills a block with. */
export type PlatformSource = 'programmes' | 'plans' | 'teachers' | 'places' | 'numbers'

/** A stretch of a page: a table of rows, or a list of facts. */
export interface OrganisationBlock {
  /** Its key in the content of the page; a container's is the container's name. */
  key: string
  title: string
  /** Name on each row (`<tr>`), with the fields inside of it; null when the fields stand for themselves. */
  container: string | null
  /** Many rows, or one. */
  repeated: boolean
  /** The only field's name stands on the row itself. */
  onRow?: true
  fields: OrganisationField[]
  platform?: PlatformSource
  /** What the law asks for without a name of its own: nothing in the block is marked up, and no robot looks for it. */
  unmarked?: true
}

/** A page of the section: what the law asks for on it. */
export interface RegistryPage {
  number: number
  slug: string
  title: string
  /** What asks for the page's contents. */
  law: string
  /** Where the names are taken from. */
  source: string
  blocks: OrganisationBlock[]
}

type Options = Partial<Omit<OrganisationField, 'name' | 'label' | 'kind' | 'required'>>

const field =
  (kind: FieldKind, required: boolean) =>
  (name: string, label: string, options: Options = {}): OrganisationField => ({
    name,
    label,
    kind,
    required,
    ...options,
  })

/** A field that has to be filled in. */
export const must = {
  text: field('text', true),
  date: field('date', true),
  number: field('number', true),
  link: field('link', true),
  file: field('file', true),
}

/** A field for what there may or may not be («при наличии»). */
export const may = {
  text: field('text', false),
  date: field('date', false),
  number: field('number', false),
  link: field('link', false),
  file: field('file', false),
}

/** Facts that stand for themselves, one each. */
export const facts = (key: string, title: string, fields: OrganisationField[]): OrganisationBlock => ({
  key,
  title,
  container: null,
  repeated: false,
  fields,
})

/** A table: the container's name on each row. */
export const table = (
  container: string,
  title: string,
  fields: OrganisationField[],
  platform?: PlatformSource,
): OrganisationBlock => ({
  key: container,
  title,
  container,
  repeated: true,
  fields,
  ...(platform && { platform }),
})

/** Rows of one field each, with the field's name on the row. */
export const rowsOf = (field: OrganisationField): OrganisationBlock => ({
  key: field.name,
  title: field.label,
  container: null,
  repeated: true,
  onRow: true,
  fields: [field],
})

/** A field for a document that has to be signed electronically. */
export const signedFile = (name: string, label: string, options: Options = {}) =>
  must.file(name, label, { many: true, signed: true, hint: 'Документ PDF с электронной подписью', ...options })
