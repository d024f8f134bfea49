import type { z } from 'zod'
import type { NeededRights } from '#contract/users/curator-rights.ts'

/** Who may call at all, before any row is loaded; the policies decide about rows. */
export type Access = 'public' | 'user' | 'staff' | 'curator'

type Schema = z.ZodType

/** One call of the API: both sides check it, and the OpenAPI description is made from it. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Result extends Schema = Schema,
  Who extends Access = Access,
  Headers extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for each parameter, as in the specification. */
  path: string
  access: Who
  /** The right that a curator needs for the call, or all the rights of a list; 403 without it. */
  right?: NeededRights
  summary: string
  /** A guest's call takes an `Idempotency-Key`, too: see `contract/http/idempotency.ts`. */
  repeatable?: boolean
  /** Open to those, too, who must set up a second factor first. */
  beforeSecondFactor?: boolean
  params?: Params
  query?: Query
  body?: Body
  /** The body may be left out altogether. */
  bodyOptional?: boolean
  /** Request headers the call needs, in lower case. */
  headers?: Headers
  /** The body is `multipart/form-data` with one part named `file`. */
  upload?: boolean
  /** Further parts of that form, all optional texts. */
  uploadParts?: readonly string[]
  /** The status of success: by default 200 with a body and 204 without; 202 for background jobs. */
  status?: 200 | 201 | 202 | 204
  /** What leaves the server: a field that is not declared here does not. */
  response?: Result
  /** The response is a file of one of these types instead, sent by the handler. */
  fileTypes?: readonly string[]
  /**
   * The response is a stream of server-sent events that does not end by itself, each of this shape, sent by the
   * handler.
   */
  stream?: Schema
}

/** Declares one call and keeps its exact types. */
export const endpoint = <
  Params extends Schema = z.ZodUndefined,
  Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined,
  Result extends Schema = z.ZodUndefined,
  Who extends Access = Access,
  Headers extends Schema = z.ZodUndefined,
>(
  declaration: Endpoint<Params, Query, Body, Result, Who, Headers> &
    (Who extends 'curator' ? { right: NeededRights } : unknown),
): Endpoint<Params, Query, Body, Result, Who, Headers> => declaration

/** What a caller sends: the input side of each schema. */
export interface CallInput<E extends Endpoint> {
  params: E extends Endpoint<infer P, Schema, Schema, Schema> ? z.input<P> : never
  query: E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never
  body: E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never
}

/** What a caller gets back. */
export type CallResponse<E extends Endpoint> = E extends Endpoint<Schema, Schema, Schema, infer A> ? z.output<A> : never
