import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { AggregatorRegistry } from 'prom-client'
import { NotResponding } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import type { ProcessMetrics } from '#server/metrics/process-metrics.ts'
import { createSiteMetrics } from '#server/metrics/site-metrics.ts'

interface Options {
  /** 0: any free port. */
  port: number
  /** The metrics of this process, if it serves people itself; null if others do, whose metrics are added up instead. */
  own: ProcessMetrics | null
  onError: (error: unknown) => void
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Whether a request has the token of the configuration, if there is one; takes as long for any other. */
const isAllowed = (token: string | null, header = '') =>
  token === null || timingSafeEqual(hashOf(header), hashOf(`Bearer ${token}`))

/**
 * Serves `/metrics` for Prometheus on a port of its own, which the proxy in front does not forward: there are no
 * accounts here, only `METRICS_TOKEN`. Throws ConfigError.
 */
export const serveMetrics = async (deps: Pick<Deps, 'db' | 'files' | 'config'>, { port, own, onError }: Options) => {
  const site = createSiteMetrics(deps)
  const processes = new AggregatorRegistry()
  const readAll = async () => {
    const texts = await Promise.all([own ? own.registry.metrics() : processes.clusterMetrics(), site.read()])
    return texts.join('\n').trimEnd()
  }
  // one scrape at a time: requests in the meantime get the same
  let reading: Promise<string> | null = null
  const read = () => {
    reading ??= readAll().finally(() => {
      reading = null
    })
    return reading
  }

  const server = createServer(async (request, response) => {
    request.resume()
    if (request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { allow: 'GET, HEAD' }).end()
    if (!isAllowed(deps.config.metricsToken, request.headers.authorization))
      return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    try {
      const text = await read()
      response.writeHead(200, { 'content-type': processes.contentType }).end(`${text}\n`)
    } catch (error) {
      // a process that was asked has died meanwhile: the next scrape asks its successor
      onError(error)
      response.writeHead(503).end()
    }
  })
  server.listen(port, deps.config.host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new NotResponding(`Переменная METRICS_PORT: порт ${port} уже занят.`)
    throw error
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
