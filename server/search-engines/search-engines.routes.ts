import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Deps } from '#server/deps.ts'
import { listAddresses, type PublicAddress } from '#server/search-engines/list-addresses.ts'

/** What search engines leave alone: it is for people who are signed in, or for one person alone. */
const closed = [
  '/profile',
  '/users$',
  '/courses',
  '/lessons/',
  '/tasks',
  '/projects/create',
  '/projects/*/edit',
  '/reset-password/',
  '/api/docs',
]

const drawMap = (publicUrl: string, addresses: PublicAddress[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map(
      ({ path, changed_at }) =>
        `<url><loc>${escapeHtml(publicUrl + path)}</loc>${changed_at ? `<lastmod>${changed_at}</lastmod>` : ''}</url>`,
    ),
    '</urlset>',
    '',
  ].join('\n')

/** The site's map, and what search engines may do here. */
export const searchEngineRoutes = (app: FastifyInstance, { db, config }: Deps) => {
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

  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(drawMap(config.publicUrl, await listAddresses(db))),
  )
}
