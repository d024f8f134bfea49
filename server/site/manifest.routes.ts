import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { loadSchool } from '#server/site/load-settings.ts'

const icon = (file: string, sizes: string, type: string, purpose = 'any') => ({
  src: `/build/${file}`,
  sizes,
  type,
  purpose,
})

const icons = [
  icon('favicon.svg', 'any', 'image/svg+xml'),
  icon('icon-192.png', '192x192', 'image/png'),
  icon('icon-512.png', '512x512', 'image/png'),
  // its corners may be cut off in any shape
  icon('icon-full.png', '512x512', 'image/png', 'maskable'),
]

/** What phones and computers read to install the site as an app, under the school's name. */
export const manifestRoutes = (app: FastifyInstance, { read, config }: Deps) => {
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { name } = await read(loadSchool)
    const manifest = {
      ...{ id: '/', start_url: '/', scope: '/', display: 'standalone', lang: 'ru', dir: 'ltr' },
      name: name || config.appName,
      short_name: config.appName,
      ...{ background_color: '#f5f6f8', theme_color: '#256af4' },
      icons,
    }
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifest))
  })
}
