import { z } from 'zod'
import { FileId } from '#contract/files/files.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, Id, IdParams, line, Moment, MomentInput, plainText } from '#contract/http/fields.ts'
import { earliestDay, tooEarlyText } from '#contract/organisation/earliest-day.ts'
import {
  OrganisationContent,
  OrganisationDocument,
  OrganisationPage,
  OrganisationPageNumber,
  ShownRow,
} from '#contract/organisation/organisation.schema.ts'
import { SectionCheck } from '#contract/organisation/self-check.schema.ts'

/** What curators edit: the draft, or the published content when there is none. */
export const OrganisationDraft = z.object({
  // texts as they are kept, which the input must not have
  content: OrganisationContent.extend({ before: z.string(), after: z.string() }),
  revision: z.number().int(),
  /** When the draft was last saved; null when there is none. */
  saved_at: Moment.nullable(),
  saved_by: z.string().nullable(),
  /** Since when there is a draft, and the end of its ten working days. */
  since: Moment.nullable(),
  deadline: Moment.nullable(),
  published_at: Moment.nullable(),
  /** The platform's rows of the blocks, before any correction. */
  platform: z.record(z.string(), z.array(ShownRow)),
})
export type OrganisationDraft = z.infer<typeof OrganisationDraft>

/** A page in the curators' overview of the section. */
export const OrganisationOverviewPage = z.object({
  number: z.number().int(),
  title: z.string(),
  published_at: Moment.nullable(),
  draft_saved_at: Moment.nullable(),
  deadline: Moment.nullable(),
  /** Required names, and how many of them are filled in on the published page. */
  required: z.number().int(),
  filled: z.number().int(),
})
export type OrganisationOverviewPage = z.infer<typeof OrganisationOverviewPage>

export const OrganisationVersion = z.object({
  id: Id,
  published_at: Moment,
  published_by: z.string().nullable(),
})
export type OrganisationVersion = z.infer<typeof OrganisationVersion>

const Day = z.iso
  .date('Проверьте дату')
  .refine((day) => day >= earliestDay, tooEarlyText)
  .nullable()
  .optional()

/** A document as curators describe it; its file is uploaded beforehand. */
export const DocumentInput = z.object({
  title: line(300),
  file_id: FileId,
  signature_file_id: FileId.nullable().optional(),
  dated_on: Day,
  valid_from: Day,
  valid_until: Day,
  signer: plainText(200).optional(),
  signer_post: plainText(200).optional(),
  signed_at: MomentInput.nullable().optional(),
  certificate: plainText(100).optional(),
})
export type DocumentInput = z.input<typeof DocumentInput>

/** The draft that was seen: 409 when there is another by now. */
const SeenDraft = z.object({ revision: z.coerce.number().int().min(0).optional() })

const VersionParams = OrganisationPageNumber.extend({ id: AddressId })
const draft = z.object({ draft: OrganisationDraft })
const document = z.object({ document: OrganisationDocument })

export const organisationApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/organisation/pages/{number}',
    access: 'public',
    summary: 'A page of the organisation section',
    params: OrganisationPageNumber,
    response: z.object({ page: OrganisationPage }),
  }),
  table: endpoint({
    method: 'GET',
    path: '/api/organisation/pages/{number}/tables/{block}',
    access: 'public',
    summary: 'A table of a page as CSV',
    params: OrganisationPageNumber.extend({ block: z.string().max(60) }),
    fileTypes: ['text/csv'],
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/organisation/overview',
    access: 'curator',
    right: 'organisation',
    summary: 'How far each page of the section is',
    response: z.object({ pages: z.array(OrganisationOverviewPage) }),
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/organisation/pages/{number}/draft',
    access: 'curator',
    right: 'organisation',
    summary: 'A page as curators edit it',
    params: OrganisationPageNumber,
    response: draft,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/organisation/pages/{number}/draft',
    access: 'curator',
    right: 'organisation',
    summary: 'Keep what was changed on a page; nobody else sees it',
    params: OrganisationPageNumber,
    body: z.object({ content: OrganisationContent, revision: z.number().int().min(0) }),
    response: draft,
  }),
  discardDraft: endpoint({
    method: 'DELETE',
    path: '/api/organisation/pages/{number}/draft',
    access: 'curator',
    right: 'organisation',
    summary: 'Go back to what is published',
    params: OrganisationPageNumber,
    query: SeenDraft,
    response: draft,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/organisation/pages/{number}/publish',
    access: 'curator',
    right: 'organisation',
    summary: 'Publish the draft of a page',
    params: OrganisationPageNumber,
    body: z.object({ revision: z.number().int().min(0) }),
    response: draft,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/organisation/pages/{number}/versions',
    access: 'curator',
    right: 'organisation',
    summary: 'What was published on a page, newest first',
    params: OrganisationPageNumber,
    response: z.object({ versions: z.array(OrganisationVersion) }),
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/organisation/pages/{number}/versions/{id}',
    access: 'curator',
    right: 'organisation',
    summary: 'A page as it was published',
    params: VersionParams,
    response: z.object({ version: OrganisationVersion, page: OrganisationPage }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/organisation/pages/{number}/versions/{id}/restore',
    access: 'curator',
    right: 'organisation',
    summary: 'Make a version the draft of its page again',
    params: VersionParams,
    query: SeenDraft,
    response: draft,
  }),
  documents: endpoint({
    method: 'GET',
    path: '/api/organisation/documents',
    access: 'curator',
    right: 'organisation',
    summary: "The organisation's documents, those of the archive too",
    response: z.object({ documents: z.array(OrganisationDocument) }),
  }),
  documentsToRenew: endpoint({
    method: 'GET',
    path: '/api/organisation/documents/ending',
    access: 'curator',
    right: 'organisation',
    summary: 'Documents in force whose last day is near or over, soonest first',
    response: z.object({ documents: z.array(OrganisationDocument.pick({ id: true, title: true, valid_until: true })) }),
  }),
  createDocument: endpoint({
    method: 'POST',
    path: '/api/organisation/documents',
    access: 'curator',
    right: 'organisation',
    summary: 'Add a document',
    body: DocumentInput,
    status: 201,
    response: document,
  }),
  updateDocument: endpoint({
    method: 'PUT',
    path: '/api/organisation/documents/{id}',
    access: 'curator',
    right: 'organisation',
    summary: 'Change what is said of a document',
    params: IdParams,
    body: DocumentInput.omit({ file_id: true }).partial(),
    response: document,
  }),
  replaceDocument: endpoint({
    method: 'POST',
    path: '/api/organisation/documents/{id}/replace',
    access: 'curator',
    right: 'organisation',
    summary: 'Put a new document in the place of one, which goes to the archive',
    params: IdParams,
    body: DocumentInput,
    status: 201,
    response: document,
  }),
  archiveDocument: endpoint({
    method: 'DELETE',
    path: '/api/organisation/documents/{id}',
    access: 'curator',
    right: 'organisation',
    summary: 'Move a document to the archive',
    params: IdParams,
  }),
  restoreDocument: endpoint({
    method: 'POST',
    path: '/api/organisation/documents/{id}/restore',
    access: 'curator',
    right: 'organisation',
    summary: 'Bring a document back from the archive; one that was replaced stays there',
    params: IdParams,
    response: document,
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/organisation/check',
    access: 'curator',
    right: 'organisation',
    summary:
      "What the supervising authority's robot finds on the served pages; begins a run when there is something new",
    response: SectionCheck,
  }),
  checkAgain: endpoint({
    method: 'POST',
    path: '/api/organisation/check',
    access: 'curator',
    right: 'organisation',
    summary: 'Check the section again, in the background',
    status: 202,
    response: SectionCheck,
  }),
}
