import { z } from 'zod'
import { Id, line, Moment } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'
import { webUrl } from '#contract/http/web-url.ts'
import { maxScore } from '#contract/lessons/max-score.ts'
import { customName, ltiScopeNames, maxCustom, maxRedirects } from '#contract/lti/lti-limits.ts'
import { Person } from '#contract/users/users.schema.ts'

/** An address of a tool. */
const ToolUrl = webUrl(500)

/** An optional text field: an empty one is none. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

/** A tool of another site that lessons open (LTI 1.3); what the tool's own instructions say. */
export const NewLtiTool = z
  .object({
    name: line(60),
    /** Where a launch begins (OpenID Connect: third-party initiated login). */
    login_url: ToolUrl,
    /** What is opened (`target_link_uri`). */
    target_url: ToolUrl,
    /** Where the signed message may be sent: compared letter by letter. */
    redirect_urls: z
      .array(ToolUrl)
      .min(1, 'Укажите хотя бы один адрес')
      .max(maxRedirects, `Не больше ${maxRedirects} адресов`)
      .transform((urls) => [...new Set(urls)]),
    /** Where the tool publishes its keys; or the key itself. */
    jwks_url: optional(ToolUrl),
    /** In PEM. */
    public_key: optional(z.string().trim().max(5000, 'Не длиннее 5000 знаков').transform(storable)),
    /** Whether the tool learns who its people are; without them it gets a random sign alone. */
    shares_name: z.boolean().default(false),
    shares_email: z.boolean().default(false),
    /** What it may ask for about its columns in the journal. */
    scopes: z
      .array(z.enum(ltiScopeNames))
      .max(ltiScopeNames.length)
      .transform((scopes) => [...new Set(scopes)])
      .default([...ltiScopeNames]),
  })
  .refine(({ jwks_url, public_key }) => jwks_url !== null || public_key !== null, {
    path: ['jwks_url'],
    message: 'Укажите адрес ключей или сам ключ',
  })

export const LtiTool = z.object({
  id: Id,
  name: z.string(),
  client_id: z.string(),
  deployment_id: z.string(),
  login_url: z.string(),
  target_url: z.string(),
  redirect_urls: z.array(z.string()),
  jwks_url: z.string().nullable(),
  public_key: z.string().nullable(),
  shares_name: z.boolean(),
  shares_email: z.boolean(),
  scopes: z.array(z.enum(ltiScopeNames)),
  created_at: Moment,
  /** How many lessons have it. */
  links: z.number().int(),
})
export type LtiTool = z.infer<typeof LtiTool>

/** What the settings of every tool ask for about this site. */
export const LtiPlatform = z.object({
  issuer: z.string(),
  authorize_url: z.string(),
  token_url: z.string(),
  jwks_url: z.string(),
  /** When the key that signs was made; null: at the first launch. */
  key_made_at: Moment.nullable(),
})
export type LtiPlatform = z.infer<typeof LtiPlatform>

/** Parameters of a tool in a lesson, by their names. */
const Custom = z
  .record(
    z.string().regex(customName, 'Имя параметра — латинские буквы, цифры, точка, дефис и подчёркивание'),
    z.string().max(1000, 'Значение не длиннее 1000 знаков').transform(storable),
  )
  .refine((custom) => Object.keys(custom).length <= maxCustom, `Не больше ${maxCustom} параметров`)

/** A tool in a lesson. */
export const LtiLinkValues = z.object({
  title: line(200),
  custom: Custom.prefault({}),
  /** The max of its score. */
  max_points: z.number('Введите число').min(0.01, 'Больше нуля').max(maxScore, `Не больше ${maxScore}`).default(100),
  in_journal: z.boolean().default(false),
})
export const NewLtiLink = LtiLinkValues.extend({ tool_id: Id })

/** How far somebody is in a tool. */
export const LtiState = z.object({
  completed: z.boolean(),
  /** Null while the tool has given no final score. */
  points: z.number().nullable(),
  /** The tool's words to the student. */
  comment: z.string(),
  updated_at: Moment,
})
export type LtiState = z.infer<typeof LtiState>

export const LtiLink = z.object({
  id: Id,
  title: z.string(),
  tool: z.object({ id: Id, name: z.string() }),
  /** Whether it can be opened: the school has not removed the tool. */
  works: z.boolean(),
  /** For staff alone. */
  custom: z.record(z.string(), z.string()).nullable(),
  max_points: z.number(),
  in_journal: z.boolean(),
  /** Whether the tool learns the name or the address of the reader who opens it, as far as they have allowed it. */
  shares_name: z.boolean(),
  shares_email: z.boolean(),
  /** Whether the tool may report results. */
  reports: z.boolean(),
  /** Whether the reader has consented to what the tool learns: it opens for nobody else. */
  agreed: z.boolean(),
  /** The reader's own; null before the first report. */
  state: LtiState.nullable(),
})
export type LtiLink = z.infer<typeof LtiLink>

/** A student's result in a tool. */
export const LtiResult = LtiState.extend({ user: Person })

/** What somebody lets a tool know of them; never more than the school lets it know. */
export const LtiShares = z.object({ shares_name: z.boolean(), shares_email: z.boolean() })
export type LtiShares = z.infer<typeof LtiShares>

/** Somebody's consent to what a tool learns of them. */
export const LtiConsent = LtiShares.extend({
  tool: z.object({ id: Id, name: z.string() }),
  /** What the school lets the tool know of its people. */
  may_share: LtiShares,
  /** Whether the tool may report results. */
  reports: z.boolean(),
  agreed_at: Moment,
})
export type LtiConsent = z.infer<typeof LtiConsent>

export const LtiLaunch = z.object({
  /** Within the lesson, or in a tab of its own. */
  target: z.enum(['frame', 'window']),
  /** The caller's consent, before their first launch of the tool. */
  consent: LtiShares.optional(),
})

/** An address that opens the tool once, within minutes. */
export const LtiLaunchParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) })
