import type { z } from 'zod'

/** Who may call at all, before any row is looked at; the policies decide about rows. */
export type Access = 'public' | 'user' | 'staff' | 'curator'

type Schema = z.ZodType

/** One call of the API: what both sides check and what the OpenAPI description is made from. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Who extends Access = Access,
  Headers extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for each parameter, as in the specification. */
  path: string
  access: Who
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** A body that may be left out altogether. */
  bodyOptional?: boolean
  /** Request headers the call needs, in lower case. */
  headers?: Headers
  /** The body is `multipart/form-data` with one part named `file`. */
  upload?: boolean
  /** The status of success: 200 with an answer and 204 without, unless said; 202 for what goes on in the background. */
  status?: 200 | 201 | 202 | 204
  /** What leaves the server: a field that is not declared here does not. */
  answer?: Answer
  /** The answer is a file of one of these types instead; its handler sends it. */
  fileTypes?: readonly string[]
  /** The answer is a stream of server-sent events that does not end by itself, each of this shape; its handler sends it. */
  stream?: Schema
}

/** Declares one call and keeps its exact types. */
export const endpoint = <
  Params extends Schema = z.ZodUndefined,
  Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined,
  Answer extends Schema = z.ZodUndefined,
  Who extends Access = Access,
  Headers extends Schema = z.ZodUndefined,
>(
  declaration: Endpoint<Params, Query, Body, Answer, Who, Headers>,
): Endpoint<Params, Query, Body, Answer, Who, Headers> => declaration

/** What a caller sends: the input side of each schema. */
export interface CallInput<E extends Endpoint> {
  params: E extends Endpoint<infer P, Schema, Schema, Schema> ? z.input<P> : never
  query: E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never
  body: E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never
}

/** What a caller gets back. */
export type CallAnswer<E extends Endpoint> = E extends Endpoint<Schema, Schema, Schema, infer A> ? z.output<A> : never
