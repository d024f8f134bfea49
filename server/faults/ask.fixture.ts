/** The outcome of a call: status 0 without a response. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whoever reads it knows the call
  body: any
  headers: Headers
}

interface Sent {
  body?: unknown
  headers?: Record<string, string>
}

/** How long a client waits for a response, in milliseconds. */
const patienceMs = 30_000

/** Makes calls to a site as somebody; never throws, since the site may be away. */
export const askAs =
  (url: string, token: string) =>
  async (method: string, path: string, { body, headers }: Sent = {}): Promise<Answer> => {
    const isBytes = Buffer.isBuffer(body)
    const type: Record<string, string> = isBytes || body === undefined ? {} : { 'content-type': 'application/json' }
    try {
      const response = await fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer ${token}`, ...type, ...headers },
        signal: AbortSignal.timeout(patienceMs),
        ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      const isJson = /json/.test(response.headers.get('content-type') ?? '')
      return { status: response.status, body: isJson ? JSON.parse(bytes.toString()) : bytes, headers: response.headers }
    } catch {
      return { status: 0, body: null, headers: new Headers() }
    }
  }
export type Ask = ReturnType<typeof askAs>

/**
 * Whether the outcome of a call is unknown, or the site asks to try again. Every other failure is one of
 * ours.
 */
export const isAway = ({ status, headers }: Answer) =>
  status === 0 || status === 507 || (status === 503 && Number(headers.get('retry-after')) > 0)
