import { z } from 'zod'
import { DocumentSlug, documents } from '#contract/documents/documents.schema.ts'
import { Id, Moment } from '#contract/http/fields.ts'

/** The documents that people agree to, by slug. */
export const consentSlugs = ['personal-data', 'parent-consent', 'publication'] as const
export const ConsentSlug = z.enum(consentSlugs)
export type ConsentSlug = z.infer<typeof ConsentSlug>

/** Without one of these there can be no account. */
export const neededConsents: ConsentSlug[] = ['personal-data', 'parent-consent']

/** What a person gives on their own: a parent's consent comes by a letter to the parent. */
export const GivenSlug = ConsentSlug.exclude(['parent-consent'])
export type GivenSlug = z.infer<typeof GivenSlug>

/** What a parent gives and takes back by the link: the account's consent, unless the other is named. */
export const ParentsSlug = ConsentSlug.exclude(['personal-data'])
export type ParentsSlug = z.infer<typeof ParentsSlug>

/** The documents that are agreed to at `occasion`. */
export const consentsAt = (occasion: 'registration' | 'parent' | 'publication') =>
  documents.filter(({ consent }) => consent === occasion)

/** A line of the journal (152-ФЗ, art. 9): who agreed to which text, when, from where, and when they took it back. */
export const Consent = z.object({
  id: Id,
  document: z.object({ slug: DocumentSlug, title: z.string() }),
  version: z.number().int(),
  /** IP address. */
  address: z.string(),
  given_at: Moment,
  /** Who gave it for a child. */
  parent: z.object({ name: z.string(), email: z.string() }).nullable(),
  withdrawn_at: Moment.nullable(),
  withdrawn_address: z.string().nullable(),
})
export type Consent = z.infer<typeof Consent>

/** A document that a person is asked to agree to, and how they stand with it. */
export const AskedConsent = z.object({
  document: z.object({ slug: ConsentSlug, title: z.string() }),
  /** The version in force. */
  version: z.number().int(),
  /** What they agreed to last, unless it was withdrawn. */
  given: Consent.nullable(),
  /** Whether they may agree themselves: for children a parent does. */
  own: z.boolean(),
})
export type AskedConsent = z.infer<typeof AskedConsent>

/** Whether the text has changed since the person agreed to it themselves; a parent's consent is not asked of the child. */
export const isOutdated = ({ version, given }: AskedConsent) =>
  given !== null && given.parent === null && given.version < version

/** What a parent sees by the link from their letter: what they agreed to for a child, and how it stands. */
export const GivenByParent = z.object({
  /** The child's name and surname. */
  child: z.string(),
  /** The school, as its settings say; empty where it has not said. */
  operator: z.object({ name: z.string(), address: z.string() }),
  /** Whether the child is old enough by now to agree alone: what was taken back is given again by the child, not the parent. */
  grown_up: z.boolean(),
  document: z.object({ slug: DocumentSlug, title: z.string() }),
  version: z.number().int(),
  /** The version in force by now. */
  current_version: z.number().int(),
  given_at: Moment,
  /** The parent, as they signed. */
  parent: z.object({ name: z.string(), email: z.string() }),
  withdrawn_at: Moment.nullable(),
  /** The separate consent that everybody is shown the child's name and works: null while none holds. */
  publication: z.object({ version: z.number().int(), given_at: Moment }).nullable(),
  /** The version of that text in force. */
  publication_version: z.number().int(),
  /** When the account will be erased, whoever asked for it. */
  erase_at: Moment.nullable(),
})
export type GivenByParent = z.infer<typeof GivenByParent>

/** A line of the curators' journal, with whose it is. */
export const JournaledConsent = z.object({
  ...Consent.shape,
  user: z.object({ id: Id, name: z.string(), surname: z.string(), email: z.string() }),
})
export type JournaledConsent = z.infer<typeof JournaledConsent>
