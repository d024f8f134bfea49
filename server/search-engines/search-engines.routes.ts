import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { drawMap, drawPart } from '#server/search-engines/draw-map.ts'
import { listAddresses } from '#server/search-engines/list-addresses.ts'

/** Paths that search engines must not crawl: they are for signed-in people, or for one person alone. */
const closed = [
  '/profile',
  '/offline',
  '/settings',
  '/users$',
  '/users?',
  '/courses',
  '/lessons/',
  '/tasks',
  '/calendar',
  '/announcements',
  '/classes/',
  '/certificates/',
  '/applications',
  '/projects/create',
  '/projects/*/edit',
  '/reset-password/',
  '/confirm-email/',
  '/parent-consent/',
  '/family/',
  '/unsubscribe/',
  '/api/docs',
]

/** The site map, and robots.txt. */
export const searchEngineRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  const sendMap = (reply: FastifyReply, map: string) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(map)

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...closed.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${config.publicUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )

  app.get('/sitemap.xml', async (_request, reply) => sendMap(reply, drawMap(config.publicUrl, await listAddresses(db))))

  app.get<{ Params: { number: string } }>('/sitemap-:number(^\\d{1,4}$).xml', async ({ params }, reply) =>
    sendMap(reply, found(drawPart(config.publicUrl, await listAddresses(db), Number(params.number)))),
  )
}
