import type { FastifyInstance } from 'fastify'
import { logoCopy } from '#contract/site/logo.ts'
import type { Deps } from '#server/deps.ts'
import { loadSchool } from '#server/site/load-settings.ts'

const icon = (src: string, sizes: string, type = 'image/png', purpose = 'any') => ({ src, sizes, type, purpose })

const ownIcons = [
  icon('/build/favicon.svg', 'any', 'image/svg+xml'),
  icon('/build/icon-192.png', '192x192'),
  icon('/build/icon-512.png', '512x512'),
  // its corners may be cut off in any shape
  icon('/build/icon-full.png', '512x512', 'image/png', 'maskable'),
]

const logoIcons = (logo: string) => [
  icon(logoCopy(logo, 'small'), '192x192'),
  icon(logoCopy(logo, 'large'), '512x512'),
  icon(logoCopy(logo, 'full'), '512x512', 'image/png', 'maskable'),
]

/** What phones and computers read to install the site as an app, under the school's name and logo. */
export const manifestRoutes = (app: FastifyInstance, { read, config }: Deps) => {
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { name, short_name, logo } = await read(loadSchool)
    const manifest = {
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'ru',
      dir: 'ltr',
      name: name || config.appName,
      short_name: short_name || config.appName,
      background_color: '#f5f6f8',
      theme_color: '#256af4',
      icons: logo ? logoIcons(logo.url) : ownIcons,
    }
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifest))
  })
}
