import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, problem } from '#contract/http/errors.ts'
import type { Config } from '#server/config.ts'
import { bareSecurityHeaders } from '#server/http/security-headers.ts'

/** Errors of Node's parser by code; everything else is simply no HTTP. */
const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

/**
 * Responds to what could not be parsed as a request, with the message and headers of every other refusal, and hangs up.
 */
export const refuseUnreadable =
  (config: Pick<Config, 'https' | 'hstsSubdomains'>) => (error: Error & { code?: string }, socket: Socket) => {
    // the client is gone
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const refusal = problem(codes[error.code ?? ''] ?? 'unreadable')
    const body = JSON.stringify(refusal)
    const headers = {
      ...bareSecurityHeaders(config),
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n'))
  }
