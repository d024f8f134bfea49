import type { z } from 'zod'
import { type ErrorCode, errors } from '#contract/http/errors.ts'
import type { FieldErrors } from '#contract/http/problem.ts'
import type { SecurityKind } from '#contract/security/security-kinds.ts'

/** A deliberate refusal: becomes a problem response with the status of its code. */
export class Refusal extends Error {
  code: ErrorCode
  detail: string | undefined
  fields: FieldErrors | undefined
  /** Seconds for `Retry-After`. */
  retryAfter: number | undefined
  /** Further members of the problem (RFC 9457 §3.2), such as what a changed row is now. */
  members: Record<string, unknown> | undefined
  /** The entry of the security log about it, and whose account it is about; never sent to the caller. */
  noted: { kind: SecurityKind; user_id?: number | 'acting' | undefined } | undefined

  constructor(
    code: ErrorCode,
    options: {
      detail?: string
      fields?: FieldErrors
      retryAfter?: number
      members?: Record<string, unknown>
      noted?: Refusal['noted']
    } = {},
  ) {
    super(errors[code].title)
    this.code = code
    this.detail = options.detail
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.members = options.members
    this.noted = options.noted
  }
}

/** Returns the row when it exists and the actor may know of it; otherwise 404. */
export const found = <Row>(row: Row | null | undefined, visible: (row: Row) => boolean = () => true): Row => {
  if (row === null || row === undefined || !visible(row)) throw new Refusal('not-found')
  return row
}

/** 403 unless a policy allows it. */
export const authorize = (allowed: boolean, detail?: string) => {
  if (!allowed) throw new Refusal('forbidden', detail === undefined ? {} : { detail })
}

/** 422 with a sentence about one field. */
export const invalid = (field: string, sentence: string, noted?: Refusal['noted']) =>
  new Refusal('invalid', { detail: sentence, fields: { [field]: [sentence] }, ...(noted && { noted }) })

/** Max number of mistakes that a refusal lists: nobody reads more, and there may be one for each value of a body. */
const maxIssues = 100

/** 422 with what zod found, field by field. */
export const invalidInput = (error: z.ZodError) => {
  const fields: FieldErrors = {}
  for (const issue of error.issues.slice(0, maxIssues)) {
    const field = issue.path.join('.') || 'body'
    fields[field] = [...new Set([...(fields[field] ?? []), issue.message])]
  }
  // our own screens check by the same declaration before they send anything
  return new Refusal('invalid', { fields, noted: { kind: 'invalid-input', user_id: 'acting' } })
}
