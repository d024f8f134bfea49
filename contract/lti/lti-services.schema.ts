import { z } from 'zod'
import { storable } from '#contract/http/storable.ts'
import { maxScoreComment } from '#contract/lti/lti-limits.ts'

/** A parameter of a request that a browser brings; one that is too long or no text counts as missing. */
const parameter = (max: number) => z.string().max(max).optional().catch(undefined)

/**
 * The authentication request of a tool (LTI 1.3 Core, § 5.1.1.2): the handler says what is wrong with it, on a page.
 */
export const LtiAuthorization = z.object({
  scope: parameter(200),
  response_type: parameter(50),
  response_mode: parameter(50),
  prompt: parameter(50),
  client_id: parameter(200),
  redirect_uri: parameter(2000),
  login_hint: parameter(200),
  lti_message_hint: parameter(200),
  state: parameter(8192),
  nonce: parameter(2000),
})
export type LtiAuthorization = z.output<typeof LtiAuthorization>

/** A request for a token (RFC 6749 § 4.4, RFC 7523): refusals are those of OAuth. */
export const LtiTokenRequest = z.object({
  grant_type: parameter(200),
  client_assertion_type: parameter(200),
  client_assertion: parameter(10_000),
  client_id: parameter(200),
  scope: parameter(2000),
})
export type LtiTokenRequest = z.output<typeof LtiTokenRequest>

export const LtiToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** In seconds. */
  expires_in: z.number().int(),
  scope: z.string(),
})

export const LtiJwks = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('RSA'),
      n: z.string(),
      e: z.string(),
      kid: z.string(),
      alg: z.literal('RS256'),
      use: z.literal('sig'),
    }),
  ),
})

/** What a tool may search its columns by (LTI AGS 2.0, § 3.2.4). */
export const LtiLineItemsQuery = z.object({
  resource_link_id: parameter(100),
  resource_id: parameter(500),
  tag: parameter(500),
})

export const LtiLineItem = z.object({
  /** The address of the column. */
  id: z.string(),
  label: z.string(),
  scoreMaximum: z.number(),
  resourceLinkId: z.string(),
})

/** Whose results a tool asks for: by the sign that it knows the person by. */
export const LtiResultsQuery = z.object({
  user_id: parameter(100).transform((sign) => (sign === undefined ? undefined : storable(sign))),
})

export const LtiServiceResult = z.object({
  id: z.string(),
  scoreOf: z.string(),
  userId: z.string(),
  resultScore: z.number().optional(),
  resultMaximum: z.number(),
  comment: z.string().optional(),
})

/** How far a person is with their task, and how far its grading is (LTI AGS 2.0, § 3.4.4 and § 3.4.5). */
export const ltiActivities = ['Initialized', 'Started', 'InProgress', 'Submitted', 'Completed'] as const
export const ltiGradings = ['FullyGraded', 'Pending', 'PendingManual', 'Failed', 'NotReady'] as const

const maxScore = 1_000_000

/** A score that a tool reports. A column has one scale: more than the max is a mistake of the tool. */
export const LtiScore = z
  .object({
    userId: z.string().min(1).max(100).transform(storable),
    /** Null or left out: the tool takes back what it has reported. */
    scoreGiven: z.number().min(0).max(maxScore).nullish(),
    scoreMaximum: z.number().min(0.000001).max(maxScore).nullish(),
    comment: z
      .string()
      .transform((text) => storable(text).trim().slice(0, maxScoreComment).toWellFormed())
      .nullish(),
    timestamp: z.iso
      .datetime({ offset: true })
      .max(60)
      .transform((moment) => new Date(moment).toISOString())
      .refine((moment) => moment >= '2000' && moment < '2200', 'Проверьте дату'),
    activityProgress: z.enum(ltiActivities),
    gradingProgress: z.enum(ltiGradings),
  })
  .refine(({ scoreGiven, scoreMaximum }) => scoreGiven == null || scoreMaximum != null, {
    path: ['scoreMaximum'],
    message: 'Вместе с баллом нужен наибольший балл',
  })
  .refine(({ scoreGiven, scoreMaximum }) => scoreGiven == null || scoreMaximum == null || scoreGiven <= scoreMaximum, {
    path: ['scoreGiven'],
    message: 'Балл больше наибольшего',
  })
export type LtiScore = z.output<typeof LtiScore>
