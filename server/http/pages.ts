import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { storable } from '#contract/http/fields.ts'
import { matchPage, notFoundPage, type Page, pages } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import type { Deps } from '#server/deps.ts'
import { sendProblem } from '#server/http/error-handler.ts'
import { hasAlready } from '#server/http/has-already.ts'
import type { PageContent } from '#server/http/render.ts'
import { isServed, loadServedPage } from '#server/http/serve-page.ts'
import { logFailure } from '#server/log-failure.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/**
 * The files that browsers may load, each with the first of the folders that has it. Without the template of the
 * documents, which as a page would show neither title nor settings, and the private manifest.
 */
const filesOf = async (folders: readonly string[]) => {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => [relative(folder, join(entry.parentPath, entry.name)), folder] as const)
    }),
  )
  // of two entries with the same key, a map keeps the last
  return new Map(
    found
      .reverse()
      .flat()
      .filter(([path]) => !/^\.|^index\.html|\.(br|gz)$/.test(path)),
  )
}

/** The site's documents: each address of the table, its 404, and the built bundles. */
export const pageRoutes = async (app: FastifyInstance, deps: Deps) => {
  const { renderer } = deps
  // the last known settings stand in while the database is down: a document needs nothing else from it
  let known: SchoolSettings | null = null

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: Page,
    school: Promise<SchoolSettings>,
    content?: PageContent,
  ) => {
    known = await school.catch(() => known)
    const document = await renderer.document(page, known, content)
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    if (page === notFoundPage) return reply.code(404).send(document)
    // a weak one: the document is the same, however it is compressed on its way
    const etag = `"${createHash('sha256').update(document).digest('base64url')}"`
    reply.header('etag', `W/${etag}`)
    return hasAlready(request, etag) ? reply.code(304).send() : reply.send(document)
  }

  const bundles = await filesOf(renderer.clientFolders)
  await app.register(fastifyStatic, {
    root: renderer.clientFolders,
    // its own routes read a folder for each request, to compare the spelling of the path
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // names of bundles contain a hash of their content; other files may change
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/build/*', (request, reply) => {
    const path = request.params['*']
    const folder = bundles.get(path)
    return folder ? reply.sendFile(path, folder) : sendProblem(reply, 'not-found')
  })

  app.get('/favicon.ico', (_request, reply) => reply.redirect('/build/favicon.svg', 301))

  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'))

  app.get('/*', async (request, reply) => {
    const [path = '', search] = request.url.split('?', 2)
    if (path === '/api' || path.startsWith('/api/')) return sendProblem(reply, 'not-found')
    const school = loadSchool(deps.db)
    // its users handle a failure; there are none when something else has failed before
    school.catch(() => {})
    const match = matchPage(path)
    if (!match) return send(request, reply, notFoundPage, school)
    const page = pages[match.name]
    if (!isServed(match)) return send(request, reply, page, school)
    // characters that no text may contain must not get into the document, either
    const query = Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, storable(value)]))
    const served = await loadServedPage(app, deps, match, query, school).catch((error: unknown) => {
      // signed-in users have another page here, drawn by the app: it does not depend on the guests' page
      if (!page.personal) throw error
      logFailure(request.log, error)
      return undefined
    })
    if (served === undefined) return send(request, reply, page, school)
    if (!served) return send(request, reply, notFoundPage, school)
    return send(request, reply, page, school, { ...served, name: match.name, path, search: query })
  })
}
