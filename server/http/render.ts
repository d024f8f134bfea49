import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServedPage } from '#contract/page-head.ts'
import { notFoundPage, type Page } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { drawHead, json, type Site } from '#server/http/draw-head.ts'
import { inWorker } from '#server/workers/workers.ts'

/** What a page of `web/entry-server.tsx` is drawn from. */
export interface PageContent extends ServedPage {
  /** Address that was asked for. */
  path: string
  /** The words after `?` in it. */
  search: Record<string, string>
}

/** Draws the documents of the built web app. */
export interface Renderer {
  /** Folders with bundles, the current build's first. */
  clientFolders: string[]
  /** File names of the current script and style sheet (specification §7). */
  assets: { js: string; css: string }
  /**
   * A complete HTML document: the static spinner in it, or the drawn page when there is content, or no such page. A page
   * that cannot be drawn is one with the spinner: the app draws it.
   */
  document: (page: Page, school: SchoolSettings | null, content?: PageContent) => Promise<string>
}

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}
type Manifest = Record<string, ManifestChunk>

/** A build that is not there; the message is for people. */
export class BuildMissing extends Error {}

/** A chunk and everything it imports, each once. */
const closure = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  if (!manifest[key] || seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) closure(manifest, next, seen)
  return seen
}

/** A chunk and everything it imports, what is needed before what needs it; only what is not in `seen` yet. */
const inOrder = (manifest: Manifest, key: string, seen: Set<string>): string[] => {
  if (!manifest[key] || seen.has(key)) return []
  seen.add(key)
  return [...(manifest[key].imports ?? []).flatMap((next) => inOrder(manifest, next, seen)), key]
}

/** What the document asks for besides the entry's own, so that a page's bundle loads beside the entry and not after it. */
const pageLinks = (manifest: Manifest, page: Page) => {
  const entry = closure(manifest, 'index.html')
  const chunks = [...closure(manifest, page.module)].filter((key) => !entry.has(key)).map((key) => manifest[key])
  const styles = new Set(chunks.flatMap((chunk) => chunk?.css ?? []))
  return {
    styles: [...styles].map((file) => `<link rel="stylesheet" href="/build/${file}">`).join(''),
    modules: chunks.map((chunk) => `<link rel="modulepreload" href="/build/${chunk?.file}">`).join(''),
  }
}

/** The app as the build put it into the document, and the bundles that it asks for at once. */
const appLinks = / *<script type="module"[^>]*><\/script>\n| *<link rel="modulepreload"[^>]*>\n/g

/**
 * What starts the app on a page that is served complete: nothing of it comes before the page stands. Bundles that begin
 * apart are named in an order in which each needs only those before it.
 */
const lateStart = (manifest: Manifest, page: Page) => {
  const entry = manifest['index.html'] as ManifestChunk
  const seen = new Set<string>()
  const needed = [...inOrder(manifest, 'index.html', seen), ...inOrder(manifest, page.module, seen)]
  const files = (keys: string[]) => keys.map((key) => `/build/${manifest[key]?.file}`).join(' ')
  const parts = files(needed.filter((key) => key !== 'index.html'))
  // what needs the entry itself begins with it, and would begin the app too early
  const apart = files(needed.filter((key) => !closure(manifest, key).has('index.html')))
  return `<script src="/build/start-app.js" data-app="/build/${entry.file}" data-parts="${parts}" data-apart="${apart}" defer></script>`
}

/** Milliseconds that drawing a page may take; the worker that draws the first one has to start, too. */
const timeLimit = 10_000

/** `render` of `web/entry-server.tsx`. */
type Render = (input: {
  page: Page
  content: Partial<PageContent>
  appName: string
  school: SchoolSettings | null
  plain: boolean
}) => string

/** Where the static spinner stands in the template. */
const appPlace = /<!--app-->[\s\S]*?<!--\/app-->/

const readBuild = async (root: string) => {
  try {
    const { folder, previous = [] } = JSON.parse(await readFile(join(root, 'current.json'), 'utf8'))
    return { folder: join(root, folder), previous: previous.map((name: string) => join(root, name)) }
  } catch {
    throw new BuildMissing('Сайт не собран. Запустите его командой npm start или соберите командой npm run build.')
  }
}

/** Loads the current build from `root`. Throws BuildMissing. */
export const createRenderer = async (
  root: string,
  site: Site,
  onError: (error: unknown) => void = console.error,
): Promise<Renderer> => {
  const { folder, previous } = await readBuild(root)
  const client = join(folder, 'client')
  const template = await readFile(join(client, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'))
  const module = pathToFileURL(join(folder, 'server/entry-server.js'))
  /** What people wrote is drawn in a worker. Null when it cannot be done, not even without code and formulas. */
  const render = async (page: Page, content: Partial<PageContent>, school: SchoolSettings | null) => {
    const { search = {}, data, more } = content
    for (const plain of [false, true]) {
      const drawn = { page, content: { search, data, more }, appName: site.appName, school, plain }
      try {
        return await inWorker<Render>(drawn, { module, name: 'render', timeLimit })
      } catch (error) {
        onError(error)
      }
    }
    return null
  }
  const entry = manifest['index.html'] as ManifestChunk
  const withoutApp = template.replace(appLinks, '')
  const known = new Map<string, ReturnType<typeof pageLinks> & { late: string }>()
  const linksOf = (page: Page) => {
    const links = known.get(page.module) ?? { ...pageLinks(manifest, page), late: lateStart(manifest, page) }
    known.set(page.module, links)
    return links
  }
  return {
    clientFolders: [client, ...previous.map((name: string) => join(name, 'client'))],
    assets: { js: basename(entry.file), css: basename(entry.css?.[0] ?? '') },
    document: async (page, school, content) => {
      const links = linksOf(page)
      const isServed = content !== undefined || page === notFoundPage
      const markup = isServed ? await render(page, content ?? {}, school) : null
      const drawnHere = markup !== null
      const head = drawHead(site, page, content) + links.styles + (drawnHere ? links.late : links.modules)
      const document = (drawnHere ? withoutApp : template)
        .replace('<!--config-->', () => json({ ...site.config, school }))
        .replace('<!--head-->', () => head)
      if (!drawnHere) return document
      const drawn = document.replace(appPlace, (spinner) =>
        page.personal ? `<div data-guests>${markup}</div>${spinner}` : markup,
      )
      if (!content) return drawn
      const { path, data, more } = content
      const script = `<script type="application/json" id="data">${json({ path, data, more })}</script>`
      return drawn.replace('</body>', () => `${script}</body>`)
    },
  }
}
