// Apart from the schemas, so that a screen that only shows limits does not load zod.

/** How many tools a school may have, and a lesson. */
export const maxTools = 50
export const maxLinks = 20

/** How many addresses a tool may return to. */
export const maxRedirects = 10

/** How many parameters of its own a tool may get in a lesson. */
export const maxCustom = 20

/** The permitted names of a tool's parameters (LTI 1.3 Core, appendix B). */
export const customName = /^[A-Za-z_][\w.-]{0,59}$/

/** The greatest comment to a score that is kept, in characters; what is longer is cut. */
export const maxScoreComment = 2000

/** What a tool may ask for (LTI AGS 2.0, § 3.1). Columns are made by teachers: a tool only reads its own. */
export const ltiScopes = {
  lineItems: 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem.readonly',
  results: 'https://purl.imsglobal.org/spec/lti-ags/scope/result.readonly',
  scores: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
} as const
export type LtiScope = (typeof ltiScopes)[keyof typeof ltiScopes]

/** The same as curators choose them: the browser needs no address of another site. */
export const ltiScopeNames = ['lineItems', 'results', 'scores'] as const satisfies (keyof typeof ltiScopes)[]
export type LtiScopeName = (typeof ltiScopeNames)[number]
