import { z } from 'zod'
import { auditKinds } from '#contract/audit/audit-kinds.ts'
import { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { Moved } from '#contract/handovers/handovers.schema.ts'
import { momentOrDay } from '#contract/http/day-filter.ts'
import { AddressId, Id, Moment, Page } from '#contract/http/fields.ts'
import { TimeZone } from '#contract/http/time-zone.ts'
import { CuratorRights, Person, RoleSlug } from '#contract/users/users.schema.ts'

const AuditKind = z.enum(auditKinds, 'Такого вида записей нет')

/** What an entry is about. */
export const AuditObjectKind = z.enum([
  'user',
  'course',
  'task',
  'project',
  'certificate',
  'document',
  'organisation-document',
  'organisation-page',
  'settings',
  'cohort',
  'people-file',
  'announcement',
])
export type AuditObjectKind = z.infer<typeof AuditObjectKind>

/** A thing by the name that it has now; null when it is gone or its person was erased. */
const Named = z.object({ id: Id, name: z.string().nullable() })
export type Named = z.infer<typeof Named>

/** The fields that an act has changed, and no others: of lists, what was removed (before) and added (after). */
export const AuditFields = z
  .object({
    role: RoleSlug,
    rights: CuratorRights,
    active: z.boolean(),
    /** Fields with texts: their names alone, since entries outlive what a person may have erased. */
    fields: z.array(z.string()),
    /** The name of a class that is deleted. */
    name: z.string(),
    /** Who took over the courses of somebody who stopped teaching. */
    successor: Named,
    erase_at: Moment.nullable(),
    document: DocumentSlug,
    /** The documents agreed to at registration. */
    documents: z.array(DocumentSlug),
    version: z.number().int(),
    by_parent: z.boolean(),
    /** Done because the school's identity provider says so. */
    by_provider: z.boolean(),
    on_paper: z.boolean(),
    /** Who took over everything of a teacher, how much of it, and until when. */
    receivers: z.array(Named),
    moved: Moved,
    /** What a new year changed. */
    year: z.object({
      cohorts: z.number().int(),
      copies: z.number().int(),
      archived: z.number().int(),
      leavers: z.number().int(),
    }),
    until: Moment,
    students: z.array(Named),
    teachers: z.array(Named),
    lessons: z.array(Named),
    courses: z.array(Named),
    score: z.number().nullable(),
    /** The status of a task or a project. */
    status: z.string(),
    /** Assignments are given by their lessons, the others are columns without a hand-in. */
    weights: z.array(z.object({ lesson: Named.optional(), column: Named.optional(), weight: z.number() })),
    /** A column of the journal without a hand-in, the day it is about, and the max of its scores. */
    column: Named,
    held_on: z.string(),
    max_score: z.number().nullable(),
    /** A quarter, a half-year or a year, and totals of students for it, in percent. */
    period: Named,
    totals: z.array(z.object({ student: Named, score: z.number().nullable() })),
    /** How many of a long list are left out here. */
    more: z.number().int(),
    /** The number of the certificate that was issued instead. */
    replaced_by: z.string(),
    /** The document of the organisation section that is in force instead. */
    new_document: Named,
    age_mark: z.string(),
    consent_age: z.number().int(),
    cohort_word: z.string(),
    student_word: z.string(),
    registration: z.string(),
    registration_waits: z.boolean(),
    second_factor: z.string(),
    /** When the code of a class expires. */
    expires_at: Moment,
    edition: z.number().int(),
    university: z.boolean(),
    /** The number of a program's key, and what it allows. */
    key: z.number().int(),
    scopes: z.array(z.string()),
    /** The number of an address of a program, and what it is sent. */
    webhook: z.number().int(),
    events: z.array(z.string()),
    /** The number of a tool of another site. */
    lti_tool: z.number().int(),
    /** How many things an act was about. */
    count: z.number().int(),
  })
  .partial()
export type AuditFields = z.infer<typeof AuditFields>

/** An entry of the journal of changes. */
export const AuditEntry = z.object({
  id: Id,
  at: Moment,
  /** Who acted; null: nobody signed in, such as a parent by a link, or the site itself. */
  actor: Person.nullable(),
  /** The program that acted for them, by the name of its key, also of a deleted one; null: they acted themselves. */
  program: Named.nullable(),
  kind: AuditKind,
  object: z.object({
    kind: AuditObjectKind,
    /** A number, a slug of a document or of settings, or the number of a certificate. */
    id: z.union([Id, z.string()]),
    /** As it is called now; null when it is gone. */
    name: z.string().nullable(),
  }),
  before: AuditFields,
  after: AuditFields,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What the journal may be narrowed down to. */
const filter = {
  /** Who acted. */
  user_id: AddressId.optional(),
  /** Whose account was changed. */
  about_id: AddressId.optional(),
  kind: AuditKind.optional(),
  from: momentOrDay(0).optional(),
  /** Exclusive; a day is included. */
  to: momentOrDay(1).optional(),
}
export const AuditQuery = z.object({ ...filter, page: Page })

export const AuditExport = z.object({
  ...filter,
  format: z.enum(['csv', 'xlsx'], 'Выберите формат: csv или xlsx'),
  time_zone: TimeZone,
})

/** Whether the journal is as it was written: the result of following its chain of hashes. */
export const AuditCheck = z.object({
  /** How many entries the chain has. */
  total: z.number().int(),
  /** The last hash, hexadecimal: as long as it is the same, so is every entry before it. */
  fingerprint: z.string().nullable(),
  /** The first fault; null when there is none. */
  broken: z
    .object({
      /** Its number in the chain; null for an entry that is not in it. */
      number: z.number().int().nullable(),
      /** Null when it is not known which entry it was. */
      entry_id: Id.nullable(),
      /** `changed`: its content is not what was hashed; `missing`: deleted; `unchained`: added past the chain. */
      fault: z.enum(['changed', 'missing', 'unchained']),
    })
    .nullable(),
})
export type AuditCheck = z.infer<typeof AuditCheck>
