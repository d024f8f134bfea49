/** Messages for each invalid field. */
export type FieldErrors = Record<string, string[]>

/** The body of every refusal: `application/problem+json`, RFC 9457. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  errors?: FieldErrors
  /**
   * What happened, by the id of its request (RFC 9457 §3.1.5): only of failures, which the server's log has by the same
   * id.
   */
  instance?: string
}

const urn = 'urn:praktika:problem:'
const requests = 'urn:praktika:request:'

/** The `type` of a refusal. */
export const problemType = (code: string) => urn + code

/** The `instance` of a request's failure. */
export const requestUrn = (id: string) => requests + id

/** The request that a problem names; null when it names none. */
export const requestOf = ({ instance }: { instance?: unknown }) =>
  typeof instance === 'string' && instance.startsWith(requests) ? instance.slice(requests.length) : null

/** The code of a refusal received over the wire. */
export const problemCode = ({ type }: { type?: unknown }) => (typeof type === 'string' ? type.slice(urn.length) : '')
