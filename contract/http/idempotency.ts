import type { Endpoint } from '#contract/http/endpoint.ts'

/** The length of an `Idempotency-Key`, in characters. A shorter one is no secret to seal a result with: it is ignored. */
export const keyLength = { min: 16, max: 200 }

/**
 * The header of a call that is a repeat or nothing: it gets the result that the key has, and is 404 where there is none.
 * So a page gets the result of a call whose response was lost, without doing it; it is not done later either.
 */
export const repeatOnly = 'repeat-only'

/**
 * Whether a call takes an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), by which a repeat gets the
 * first result and changes nothing: everything that changes something for a signed-in person, except for files, and
 * what a guest can do once. Calls that declare the header themselves keep their keys with what they write.
 */
export const isRepeatable = ({ method, access, repeatable = access !== 'public', ...endpoint }: Endpoint) =>
  method !== 'GET' && repeatable && !endpoint.headers && !endpoint.upload && !endpoint.fileTypes && !endpoint.stream
