import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { storable } from '#contract/http/storable.ts'
import {
  isSecret,
  matchPage,
  notForGuestsPages,
  notFoundPage,
  type Page,
  type PageMatch,
  pages,
} from '#contract/pages.ts'
import { logoCopy } from '#contract/site/logo.ts'
import { setSchoolWords } from '#contract/site/school-words.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { isDatabaseGone } from '#server/db/database-gone.ts'
import type { Deps } from '#server/deps.ts'
import { listsPrograms, programsOnHome } from '#server/home/lists-programs.ts'
import { earlyCalls } from '#server/http/early-calls.ts'
import { retrySeconds, sendProblem } from '#server/http/error-handler.ts'
import { readAnswer, sendAnswer, toAnswer } from '#server/http/kept-answer.ts'
import type { PageContent } from '#server/http/render.ts'
import { describeRequest } from '#server/http/request-log.ts'
import { asBundle } from '#server/http/security-headers.ts'
import { isServed, loadServedPage, sourcesOf } from '#server/http/serve-page.ts'
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

const bundleTypes = new Map([
  ['.js', 'application/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
])

/**
 * The compressed bytes of lasting scripts and style sheets that have been asked for. A first visit loads a dozen of
 * them at once, and from the disk each takes a stat, an open, a read and a close. Two builds are some three megabytes.
 */
const keepBundles = () => {
  const kept = new Map<string, Promise<Buffer>>()
  /** Null for other files, and for clients without brotli. */
  return async (path: string, folder: string, accepted = '') => {
    if (!bundleTypes.has(extname(path)) || negotiate(accepted, ['br']) === null) return null
    const bytes = kept.get(path) ?? readFile(join(folder, `${path}.br`))
    kept.set(path, bytes)
    // a file that compression would make larger has no such copy
    return bytes.catch(() => null)
  }
}

const html = 'text/html; charset=utf-8'

/** Adds the character set to drawings: other files of the build have it already. */
const nameCharset = async (_request: FastifyRequest, reply: FastifyReply) => {
  if (reply.getHeader('content-type') === 'image/svg+xml') reply.type('image/svg+xml; charset=utf-8')
}

type School = Promise<SchoolSettings>

/** The site's documents: each address of the table, its 404, and the built bundles. */
export const pageRoutes = async (app: FastifyInstance, deps: Deps) => {
  const { renderer } = deps
  // the last known settings are used while the database is down: a document needs nothing else from it
  let known: SchoolSettings | null = null

  const draw = async (
    page: Page,
    { school, programs = false }: { school: School; programs?: boolean },
    content?: PageContent,
    calls?: readonly string[],
  ) => {
    const current = await school.catch(() => null)
    known = current ?? known
    const { text, isComplete } = await renderer.document(page, known, content, calls, programs)
    return { text, isComplete: isComplete && current !== null }
  }

  /** Whether the header of a page links to courses: guests have that link. */
  const linksToPrograms = async ({ access, header }: Page, isCaughtUp = false) => {
    if (access === 'user' || !header) return false
    const build = () => deps.read(listsPrograms)
    const isCurrent = isCaughtUp || (await app.kept.catchUp())
    return app.kept.read(isCurrent, { key: 'programs', ...programsOnHome, build })
  }

  const startSchool = (): School => {
    const school = deps.read(loadSchool)
    // its users handle a failure; there are none when something else has failed before
    school.catch(() => {})
    return school
  }

  /** The document of an address; null when there is no such thing. */
  const drawAt = async (
    match: PageMatch,
    path: string,
    search: string,
    { school, programs }: { school: School; programs: boolean },
  ) => {
    const page = pages[match.name]
    const calls = earlyCalls(match, search)
    if (!isServed(match)) return draw(page, { school, programs }, undefined, calls)
    // characters that no text may contain must not get into the document, either
    const query = Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, storable(value)]))
    await school.then(setSchoolWords).catch(() => {})
    const served = await loadServedPage(app, deps, match, query, school)
    if (!served) return null
    const { isComplete = true, ...content } = served
    const drawn = await draw(page, { school, programs }, { ...content, name: match.name, path, search: query }, calls)
    return { ...drawn, isComplete: isComplete && drawn.isComplete }
  }

  const readDocument = async (match: PageMatch, path: string, search: string) => {
    // the parameters of an address are endless: what they change is not kept
    const sources = !search && isServed(match) ? sourcesOf(app, match) : null
    const isCaughtUp = sources !== null && (await app.kept.catchUp())
    // what is not kept is built each time: a database that does not answer is waited for once, not twice
    const started = sources ? null : startSchool()
    const programs = await linksToPrograms(pages[match.name], isCaughtUp).catch((error: unknown) => {
      // the content would wait as long, and fail as well
      if (isServed(match) && isDatabaseGone(error)) throw error
      return false
    })
    return readAnswer(app, isCaughtUp, {
      key: `document ${path}${programs ? ' with programs' : ''}`,
      ...sources,
      tags: [...(sources?.tags ?? []), 'site_settings:school'],
      type: html,
      build: () => drawAt(match, path, search, { school: started ?? startSchool(), programs }),
    })
  }

  const readyBundle = keepBundles()
  const bundles = await filesOf(renderer.clientFolders)
  await app.register(fastifyStatic, {
    root: renderer.clientFolders,
    // its own routes read a folder for each request, to compare the spelling of the path
    serve: false,
    preCompressed: true,
    cacheControl: false,
    lastModified: false,
    acceptRanges: false,
  })
  app.get<{ Params: { '*': string } }>('/build/*', { onSend: nameCharset }, async (request, reply) => {
    const path = request.params['*']
    const folder = bundles.get(path)
    if (!folder) return sendProblem(reply, 'not-found')
    // names of bundles contain a hash of their content; other files may change
    const isLasting = path.startsWith('assets/')
    asBundle(reply, path).header('cache-control', isLasting ? 'max-age=31536000, immutable' : 'no-cache')
    // it is among the scripts, and serves every page
    if (path === 'service-worker.js') reply.header('service-worker-allowed', '/')
    const ready = isLasting ? await readyBundle(path, folder, String(request.headers['accept-encoding'] ?? '')) : null
    if (!ready) return reply.sendFile(path, folder, { etag: !isLasting })
    const type = bundleTypes.get(extname(path)) as string
    return reply.headers({ vary: 'accept-encoding', 'content-encoding': 'br' }).type(type).send(ready)
  })

  app.get('/favicon.ico', async (_request, reply) => {
    const school = await deps.read(loadSchool).catch(() => known)
    // only for a while: the school may set another logo
    reply.header('cache-control', 'public, max-age=3600')
    return reply.redirect(school?.logo ? logoCopy(school.logo.url, 'tab') : '/build/favicon.svg', 302)
  })

  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'))

  /** Replaces a document while the database is away: the app shows that, and continues once it is back. */
  const sendWithoutDatabase = async (reply: FastifyReply, page: Page) => {
    // not asked for again: a database that does not answer takes its time to fail
    const { text } = await draw(page, { school: Promise.reject(new Error('no database')) })
    return reply.code(503).header('retry-after', retrySeconds).type(html).send(text)
  }

  app.get('/*', async (request, reply) => {
    const [path = '', search = ''] = request.url.split('?', 2)
    if (path === '/api' || path.startsWith('/api/')) return sendProblem(reply, 'not-found')
    const match = matchPage(path)
    const page = match ? pages[match.name] : notFoundPage
    reply.header('cache-control', 'no-cache')
    if (isSecret(page)) reply.header('x-robots-tag', 'noindex')
    const answer =
      match &&
      (await readDocument(match, path, search).catch(async (error: unknown) => {
        if (isDatabaseGone(error)) {
          logFailure(request.log, error, describeRequest(request))
          return 'gone'
        }
        // signed-in users have another page here, drawn by the app: it does not depend on the guests' page
        if (!page.personal) throw error
        logFailure(request.log, error, describeRequest(request))
        const { text } = await draw(page, { school: deps.read(loadSchool) }, undefined, earlyCalls(match, search))
        return toAnswer(text, html)
      }))
    if (answer === 'gone') return sendWithoutDatabase(reply, page)
    if (answer) return sendAnswer(request, reply, answer)
    const missing = match ? notForGuestsPages[match.name] : notFoundPage
    const school = startSchool()
    const programs = await linksToPrograms(missing).catch(() => false)
    const { text } = await draw(missing, { school, programs }, undefined, match ? earlyCalls(match, search) : [])
    return reply.code(404).type(html).send(text)
  })
}
