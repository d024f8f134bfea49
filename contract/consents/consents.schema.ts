import { z } from 'zod'
import { consentSlugs } from '#contract/consents/consent-slugs.ts'
import { documents } from '#contract/documents/document-list.ts'
import { StoredFile } from '#contract/files/files.schema.ts'
import { Id, Moment } from '#contract/http/fields.ts'

/** A document that people agree to. */
export const ConsentSlug = z.enum(consentSlugs)
export type ConsentSlug = z.infer<typeof ConsentSlug>

/** An account needs one of these. */
export const neededConsents: ConsentSlug[] = ['personal-data', 'parent-consent']

/** The consents a person gives alone: a parent's consent is given by a letter to the parent. */
export const GivenSlug = ConsentSlug.exclude(['parent-consent'])
export type GivenSlug = z.infer<typeof GivenSlug>

/** The consents a parent gives and takes back by the link: the account's consent by default, or publication. */
export const ParentsSlug = ConsentSlug.exclude(['personal-data'])
export type ParentsSlug = z.infer<typeof ParentsSlug>

type AgreedDocument = Exclude<(typeof documents)[number], { consent: null }>

/** The documents that are agreed to at `occasion`. */
export const consentsAt = (occasion: AgreedDocument['consent']) =>
  documents.filter((document): document is AgreedDocument => document.consent === occasion)

/** A line of the journal (152-ФЗ, art. 9): who agreed to which text, when, from where, and when they took it back. */
export const Consent = z.object({
  id: Id,
  document: z.object({ slug: ConsentSlug, title: z.string() }),
  version: z.number().int(),
  /** IP address; empty for one on paper. */
  address: z.string(),
  /** When it was recorded here. */
  given_at: Moment,
  /** Who gave it for a child; the address may be empty. */
  parent: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** Set for a consent on paper: the day it was signed, and for curators the scan. */
  paper: z.object({ signed_on: z.string(), scan: StoredFile.nullable() }).nullable(),
  withdrawn_at: Moment.nullable(),
  withdrawn_address: z.string().nullable(),
})
export type Consent = z.infer<typeof Consent>

/** A document that a person is asked to agree to, and their consent to it. */
export const AskedConsent = z.object({
  document: z.object({ slug: ConsentSlug, title: z.string() }),
  /** The version in force. */
  version: z.number().int(),
  /** The latest consent, unless it was withdrawn. */
  given: Consent.nullable(),
  /** Whether they may agree alone: for children a parent does. */
  own: z.boolean(),
})
export type AskedConsent = z.infer<typeof AskedConsent>

/** Whether the text has changed since the person agreed to it; the child is not asked for a parent's consent. */
export const isOutdated = ({ version, given }: AskedConsent) =>
  given !== null && given.parent === null && given.version < version

/**
 * The consent that has to be given again before an account stays that is about to be erased: the previous one was taken
 * back. Null where one is valid or none was ever asked for. The server has the same rule (`missingConsent`).
 */
export const consentToRenew = ({ asked, consents }: { asked: AskedConsent[]; consents: Consent[] }) => {
  const isNeeded = ({ document }: Pick<Consent, 'document'>) => neededConsents.includes(document.slug)
  const given = consents.filter(isNeeded)
  if (given.length === 0 || given.some(({ withdrawn_at }) => withdrawn_at === null)) return null
  return asked.find(isNeeded)?.own ? 'personal-data' : 'parent-consent'
}

/** The data behind the link in a parent's letter: what they agreed to for a child, and its state. */
export const GivenByParent = z.object({
  /** The child's name and surname. */
  child: z.string(),
  /** The school, from its settings; empty until they are filled in. */
  operator: z.object({ name: z.string(), address: z.string() }),
  /**
   * Whether the child is old enough by now to agree alone: a consent that was taken back is then given again by the
   * child, not the parent.
   */
  grown_up: z.boolean(),
  document: z.object({ slug: ConsentSlug, title: z.string() }),
  version: z.number().int(),
  /** The version in force. */
  current_version: z.number().int(),
  given_at: Moment,
  /** The parent, as they signed. */
  parent: z.object({ name: z.string(), email: z.string() }),
  withdrawn_at: Moment.nullable(),
  /** The separate consent that everybody is shown the child's name and projects: null when there is none. */
  publication: z.object({ version: z.number().int(), given_at: Moment }).nullable(),
  /** The version of that text in force. */
  publication_version: z.number().int(),
  /** When the account will be erased, whoever requested it. */
  erase_at: Moment.nullable(),
})
export type GivenByParent = z.infer<typeof GivenByParent>

/** A line of the curators' journal, with its person. */
export const JournaledConsent = z.object({
  ...Consent.shape,
  user: z.object({
    id: Id,
    name: z.string(),
    surname: z.string(),
    email: z.string().nullable(),
    /** Whether nothing is left of the person but this line: there is no profile any more. */
    erased: z.boolean().optional(),
  }),
})
export type JournaledConsent = z.infer<typeof JournaledConsent>
