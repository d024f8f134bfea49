import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { problem } from '#contract/http/errors.ts'
import type { Config } from '#server/config.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import { bareSecurityHeaders } from '#server/http/security-headers.ts'

/** A page loads again after this many seconds, and so may a call. */
const retrySeconds = 2

const page = (appName: string) => `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>${escapeHtml(appName)}</title>
<p>Сайт запускается. Страница откроется сама.</p>
</html>
`

const close = async (server: Server) => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/**
 * Returns 503 to every request while the site is starting (product decision: calls), so that nobody takes it for one
 * that is gone. Rejects when the port is taken. Returns how to free it again, for the site itself.
 */
export const respondWhileStarting = async (
  config: Pick<Config, 'port' | 'host' | 'appName' | 'https' | 'hstsSubdomains'>,
) => {
  const refusal = problem('not-ready')
  const headers = {
    ...bareSecurityHeaders(config),
    'Retry-After': retrySeconds,
    'Cache-Control': 'no-store',
    Connection: 'close',
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = url.startsWith('/api/')
      ? ['application/problem+json', JSON.stringify(refusal)]
      : ['text/html', page(config.appName)]
    response.writeHead(refusal.status, { ...headers, 'Content-Type': `${type}; charset=utf-8` }).end(body)
  })
  server.listen(config.port, config.host)
  await once(server, 'listening')
  let closing: Promise<void> | undefined
  return () => {
    closing ??= close(server)
    return closing
  }
}
