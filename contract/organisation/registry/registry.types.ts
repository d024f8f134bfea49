/** How a field is filled in, shown and checked. */
export type FieldKind = 'text' | 'date' | 'number' | 'link' | 'file'

/**
 * The format of a field's text, where its kind is not enough: years of experience are whole years, a year is a
 * calendar's.
 */
export type FieldFormat = 'email' | 'phone' | 'years' | 'year'

/** Edition of the names: «Методические рекомендации» 9.0.0 of 2025, or 10 of 2026. */
export type Edition = 9 | 10

/** One name of the markup (`itemprop`), with the field that it marks. */
export interface OrganisationField {
  /** The exact name: lower camel case. */
  name: string
  /** The label on screen. */
  label: string
  kind: FieldKind
  format?: FieldFormat
  /** Whether the school is required to have it; others may be «отсутствует». */
  required: boolean
  /** Several links or documents under one name, each marked up by itself. */
  many?: true
  /** Only in this edition. */
  edition?: Edition
  /** Only for universities. */
  university?: true
  /** The text when there is nothing; by default depends on the kind. */
  absent?: string
  /** A hint for the curator who fills it in. */
  hint?: string
  /** Requires an electronic document with an electronic signature, not a page and not a bare file. */
  signed?: true
  /**
   * The school draws it up and approves it itself: it needs an electronic signature, or is a scan with its details
   * (ПП РФ № 1802, п. 18).
   */
  drawnUp?: true
  /** A yearly report. */
  yearly?: true
}

/** The platform's data that can fill a block. */
export type PlatformSource = 'programmes' | 'plans' | 'teachers' | 'places' | 'numbers'

/** A part of a page: a table of rows, or a list of facts. */
export interface OrganisationBlock {
  /** Its key in the content of the page; a container's is the container's name. */
  key: string
  title: string
  /** Name on each row (`<tr>`), with the fields inside it; null when the fields have no row. */
  container: string | null
  /** Many rows, or one. */
  repeated: boolean
  /** The only field's name is on the row itself. */
  onRow?: true
  fields: OrganisationField[]
  platform?: PlatformSource
  /** Required by law without a name: nothing in the block is marked up, and no robot looks for it. */
  unmarked?: true
}

/** A page of the section with its required content. */
export interface RegistryPage {
  number: number
  slug: string
  title: string
  /** The law that requires the page's content. */
  law: string
  /** The source of the names. */
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

/** A required field. */
export const must = {
  text: field('text', true),
  date: field('date', true),
  number: field('number', true),
  link: field('link', true),
  file: field('file', true),
}

/** An optional field («при наличии»). */
export const may = {
  text: field('text', false),
  date: field('date', false),
  number: field('number', false),
  link: field('link', false),
  file: field('file', false),
}

/** Single facts, one each. */
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

/** What a document of the school itself needs. */
const drawnUpHint = 'С электронной подписью или скан с подписью и печатью'

/** A field for a document that the school draws up and approves itself. */
export const ownFile = (name: string, label: string, options: Options = {}) =>
  must.file(name, label, { many: true, drawnUp: true, hint: drawnUpHint, ...options })

/** A field for a document that has to be signed electronically. */
export const signedFile = (name: string, label: string, options: Options = {}) =>
  must.file(name, label, { many: true, signed: true, hint: 'Документ PDF с электронной подписью', ...options })
