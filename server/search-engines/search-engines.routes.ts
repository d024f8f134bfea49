import type { FastifyInstance, FastifyReply } from 'fastify'
import { hourMs } from '#contract/durations.ts'
import type { Db } from '#server/db/database.ts'
import type { BuiltFrom } from '#server/db/kept.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { programSources } from '#server/programs/program-sources.ts'
import { drawMap, drawPart, type PublicAddress } from '#server/search-engines/draw-map.ts'
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

/** What the map lists, beside the documents: nobody reports their changes. */
const mapSources = (db: Db): BuiltFrom =>
  programSources(db, 'projects', 'project_authors', 'organisation_pages', 'organisation_documents', 'site_settings')

/** The memory of an address that is kept, in bytes. */
const addressBytes = 200

/** The site map, and robots.txt. */
export const searchEngineRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  const { kept } = app

  /** The addresses of the map; the days of documents may be an hour old, as the map is where it is cached. */
  const findAddresses = async (): Promise<PublicAddress[]> =>
    kept.read(await kept.catchUp(), {
      ...mapSources(db),
      key: 'sitemap',
      build: (endAt) => {
        endAt(Date.now() + hourMs)
        return listAddresses(db)
      },
      bytesOf: (addresses) => addresses.length * addressBytes,
    })

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

  app.get('/sitemap.xml', async (_request, reply) => sendMap(reply, drawMap(config.publicUrl, await findAddresses())))

  app.get<{ Params: { number: string } }>('/sitemap-:number(^\\d{1,4}$).xml', async ({ params }, reply) =>
    sendMap(reply, found(drawPart(config.publicUrl, await findAddresses(), Number(params.number)))),
  )
}
