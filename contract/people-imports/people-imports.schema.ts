import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'
import { peopleFieldNames } from '#contract/people-imports/people-fields.ts'
import { Person, RoleSlug } from '#contract/users/users.schema.ts'

const PeopleField = z.enum(peopleFieldNames, 'Такого поля нет')

/**
 * The heading of the column that each field is read from. In a request it corrects what was found by name; an empty
 * heading leaves the field out.
 */
export const PeopleColumns = z.partialRecord(PeopleField, z.string().max(1000))
export type PeopleColumns = z.output<typeof PeopleColumns>

/** The outcome of a row: an account is made, changed, left as it is, or nothing is done because of errors. */
export const PeopleVerdict = z.enum(['new', 'changed', 'same', 'wrong'])
export type PeopleVerdict = z.infer<typeof PeopleVerdict>

/** `ready`: checked, and nothing is changed yet. */
export const PeopleImportStatus = z.enum(['ready', 'applied', 'undone'])
export type PeopleImportStatus = z.infer<typeof PeopleImportStatus>

export const PeopleCounts = z.object({
  new: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  wrong: z.number().int(),
})
export type PeopleCounts = z.infer<typeof PeopleCounts>

const Sentences = z.partialRecord(PeopleField, z.array(z.string()))

export const PeopleImportRow = z.object({
  /** The row of the sheet, from 1. */
  line: z.number().int(),
  verdict: PeopleVerdict,
  /** The person it is about; null for somebody new, until the import is applied. */
  user_id: Id.nullable(),
  /** Why it is wrong, by field. */
  errors: Sentences,
  /** The name as the file has it; empty without one. */
  name: z.string(),
  /** The fields that change for somebody who is there already. */
  changes: z.array(PeopleField),
  /** The role of somebody new, or one that changes; null otherwise, and once the import was applied. */
  role: z.object({ from: RoleSlug.nullable(), to: RoleSlug }).nullable(),
})
export type PeopleImportRow = z.infer<typeof PeopleImportRow>

/** An import in the list of past ones. */
export const PeopleImportSummary = z.object({
  id: Id,
  status: PeopleImportStatus,
  file_name: z.string(),
  counts: PeopleCounts,
  created_at: Moment,
  applied_at: Moment.nullable(),
  /** Who imported; null once erased. */
  user: Person.nullable(),
  /** Until when it can be undone; null when it cannot. */
  undo_until: Moment.nullable(),
})
export type PeopleImportSummary = z.infer<typeof PeopleImportSummary>

/** The sheet of a workbook that was read, and the others that are shown and not empty. */
export const ReadSheets = z.object({ read: z.string(), others: z.array(z.string()) })
export type ReadSheets = z.infer<typeof ReadSheets>

export const PeopleImport = z.object({
  ...PeopleImportSummary.shape,
  columns: PeopleColumns,
  /** The headings of the file, for correcting the columns. */
  headings: z.array(z.string()),
  /** Null for a file without sheets. */
  sheets: ReadSheets.nullable(),
  /** Names of classes that are made by it. */
  new_classes: z.array(z.string()),
  rows: z.array(PeopleImportRow),
})
export type PeopleImport = z.infer<typeof PeopleImport>

export const PeopleImportApply = z.object({
  /** Applies the other rows when some are wrong. */
  skip_wrong: z.boolean().optional(),
})
