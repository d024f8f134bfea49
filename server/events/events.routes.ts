import type { FastifyInstance } from 'fastify'
import { eventsApi } from '#contract/events/events.api.ts'
import type { Deps } from '#server/deps.ts'
import { createLiveStreams } from '#server/events/live-streams.ts'
import { route } from '#server/http/route.ts'
import { logFailure } from '#server/log-failure.ts'

/** The id that a page sends; an invalid one counts as an event that is not kept any more. */
const readLastId = (header: string | undefined) => {
  if (header === undefined) return null
  return /^\d{1,15}$/.test(header) ? Number(header) : 0
}

export const eventsRoutes = (app: FastifyInstance, deps: Deps) => {
  const streams = createLiveStreams(deps, (error) => logFailure(app.log, error))
  deps.metrics?.watchStreams(streams.size)
  // pages connect to the next process again; the site need not wait for them to stop
  app.addHook('preClose', streams.close)

  route(app, eventsApi.listen, async ({ headers, actor, request, reply }) => {
    const lastId = readLastId(headers()['last-event-id'])
    const bytes = await streams.open(actor, request.tokenHash as Buffer, lastId)
    // a proxy that buffers responses would keep the page waiting
    reply.header('x-accel-buffering', 'no').type('text/event-stream').send(bytes)
  })
}
