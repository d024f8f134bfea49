import type { FastifyRequest } from 'fastify'

/**
 * Whether the client already has what we would send (RFC 9110, 13.1); `etag` with its quotes, without the weak mark.
 */
export const hasAlready = ({ headers }: FastifyRequest, etag: string, modified?: string) => {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return modified !== undefined && since >= Date.parse(modified)
}
