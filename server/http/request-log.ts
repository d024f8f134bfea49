import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { cleanLine, type Described, describeFailure } from '#server/log-failure.ts'

/** Returns the id of a new request: short enough to be read out, and unique among the failures of weeks. */
export const newRequestId = () => randomUUID().slice(0, 8)

/** The data of a request for the log. Its address is left out: it has tokens of links, and searches. */
export const describeRequest = ({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>) => ({
  method,
  route: routeOptions?.url,
})

/** The log: a line of JSON for each failure, without secrets and personal data. */
export const logOptions = {
  level: 'error',
  serializers: {
    req: describeRequest,
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    err: (error: Error | Described) => (error instanceof Error ? describeFailure(error) : error),
  },
  hooks: { streamWrite: cleanLine },
}
