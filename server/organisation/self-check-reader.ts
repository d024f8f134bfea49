import type { MessagePort } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'

/** Limits of one request of the check, and of the whole check. */
export interface ReadLimits {
  /** Milliseconds for one page. */
  each: number
  /** Milliseconds for the whole check. */
  total: number
  /** Bytes of one page. */
  size: number
}

const usualLimits: ReadLimits = { each: 10_000, total: 120_000, size: 5_000_000 }

/** A page as a guest receives it. */
export interface ReadPage {
  /** Status of the response; 0 when it did not arrive in time. */
  status: number
  /** Empty unless it is an HTML page, and not too large. */
  html: string
  tooLarge: boolean
}

/** Reads this site inside its own process, as a guest without scripts: no external address is ever requested. */
export interface SiteReader {
  page: (path: string) => Promise<ReadPage>
  /** Whether an address can be opened; its bytes are not read. */
  opens: (path: string) => Promise<boolean>
}

/** A reader for one check, whose time starts now; `isOver`: what was read since looks as if it did not open. */
export const siteReader = (
  app: Pick<FastifyInstance, 'inject'>,
  limits: ReadLimits = usualLimits,
): SiteReader & { isOver: () => boolean } => {
  const end = AbortSignal.timeout(limits.total)
  const ask = (method: 'GET' | 'HEAD', url: string) =>
    app.inject({ method, url, signal: AbortSignal.any([end, AbortSignal.timeout(limits.each)]) })

  return {
    isOver: () => end.aborted,
    page: async (path) => {
      try {
        const { statusCode, headers, rawPayload } = await ask('GET', path)
        const tooLarge = rawPayload.length > limits.size
        const isHtml = /^text\/html/.test(String(headers['content-type']))
        return { status: statusCode, html: isHtml && !tooLarge ? rawPayload.toString('utf8') : '', tooLarge }
      } catch {
        return { status: 0, html: '', tooLarge: false }
      }
    },
    opens: async (path) => {
      try {
        return (await ask('HEAD', path)).statusCode === 200
      } catch {
        return false
      }
    },
  }
}

interface Asked {
  id: number
  what: keyof SiteReader
  path: string
}

/** Reads for a worker at the other end of the port. */
export const answerReads = (port: MessagePort, reader: SiteReader) => {
  port.on('message', async ({ id, what, path }: Asked) => port.postMessage({ id, answer: await reader[what](path) }))
}

/** The reader at the worker's end of the port. */
export const readerOver = (port: MessagePort): SiteReader => {
  const waiting = new Map<number, (answer: unknown) => void>()
  let last = 0
  port.on('message', ({ id, answer }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  const ask = <Answer>(what: Asked['what'], path: string) =>
    new Promise<Answer>((resolve) => {
      last += 1
      waiting.set(last, (answer) => resolve(answer as Answer))
      port.postMessage({ id: last, what, path } satisfies Asked)
    })
  return { page: (path) => ask('page', path), opens: (path) => ask('opens', path) }
}
