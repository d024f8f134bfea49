import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServedPage } from '#contract/page-head.ts'
import { notFoundPage, type Page, type ServedPageName } from '#contract/pages.ts'
import { logoCopy } from '#contract/site/logo.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import { drawHead, json, type Site } from '#server/http/draw-head.ts'
import { logFailure, processLog } from '#server/log-failure.ts'
import { inWorker } from '#server/workers/workers.ts'

/** The input of `web/entry-server.tsx`. */
export interface PageContent extends ServedPage {
  name: ServedPageName
  /** The requested path. */
  path: string
  /** Its query parameters. */
  search: Record<string, string>
}

/** Which build this is. */
export interface BuildFacts {
  /** The folders of the web app and of the server, named after their sources. */
  folder: string
  server: string
  /** When it became the current one, ISO 8601, and the commit it was made of; null where that is not known. */
  at: string | null
  commit: string | null
}

/** Draws the documents of the built web app. */
export interface Renderer {
  build: BuildFacts
  /** Folders with bundles, the current build's first. */
  clientFolders: string[]
  /** File names of the current script and style sheet (specification §7). */
  assets: { js: string; css: string }
  /**
   * A complete HTML document: with the static spinner, or with the drawn page when there is content, or the 404. A page
   * that fails to render gets the spinner, and is not complete: the app draws it. `calls` are the addresses that the
   * browser of a signed-in user calls before the app has loaded; `programs`, whether the main page lists courses.
   */
  document: (
    page: Page,
    school: SchoolSettings | null,
    content?: PageContent,
    calls?: readonly string[],
    programs?: boolean,
  ) => Promise<{ text: string; isComplete: boolean }>
}

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}
type Manifest = Record<string, ManifestChunk>

/** A missing build; the message is for people. */
export class BuildMissing extends Error {}

/** A chunk and everything it imports, dependencies first; without those already in `seen`. */
const inOrder = (manifest: Manifest, key: string, seen: Set<string>): string[] => {
  if (!manifest[key] || seen.has(key)) return []
  seen.add(key)
  return [...(manifest[key].imports ?? []).flatMap((next) => inOrder(manifest, next, seen)), key]
}

/** A chunk and everything it imports, each once. */
const closure = (manifest: Manifest, key: string) => new Set(inOrder(manifest, key, new Set()))

const stylesOf = (manifest: Manifest, keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.css ?? [])

/**
 * The links of the document besides the entry's own, so that a page's bundle loads beside the entry and not after it.
 */
const pageLinks = (manifest: Manifest, page: Page) => {
  const keys = inOrder(manifest, page.module, closure(manifest, 'index.html'))
  const styles = new Set(stylesOf(manifest, keys))
  return {
    styles: [...styles].map((file) => `<link rel="stylesheet" href="/build/${file}">`).join(''),
    modules: keys.map((key) => `<link rel="modulepreload" href="/build/${manifest[key]?.file}">`).join(''),
  }
}

/** The app's tags as the build put them into the document, and its preloads. */
const appLinks = / *<script type="module"[^>]*><\/script>\n| *<link rel="modulepreload"[^>]*>\n/g

/**
 * What the document's script needs to start the app on a page that is served complete: nothing is loaded before the
 * page is shown. Bundles that start on their own are listed so that each needs only those before it.
 */
const lateStart = (manifest: Manifest, page: Page) => {
  const entry = manifest['index.html'] as ManifestChunk
  const seen = new Set<string>()
  const needed = [...inOrder(manifest, 'index.html', seen), ...inOrder(manifest, page.module, seen)]
  const files = (keys: string[]) => keys.map((key) => `/build/${manifest[key]?.file}`).join(' ')
  const parts = files(needed.filter((key) => key !== 'index.html'))
  // a bundle that needs the entry itself starts with it; on its own it would start the app too early
  const apart = files(needed.filter((key) => !closure(manifest, key).has('index.html')))
  const flags = `${page.personal ? ' data-personal' : ''}${page.still ? ' data-still' : ''}`
  return `data-app="/build/${entry.file}" data-parts="${parts}" data-apart="${apart}"${flags}`
}

/** Max time for drawing a page, in milliseconds; the first one includes the start of the worker. */
const timeLimitMs = 10_000

/** `render` of `web/entry-server.tsx`. */
type Render = (input: {
  page: Page
  content: Pick<PageContent, 'name' | 'search' | 'answers'> | null
  appName: string
  school: SchoolSettings | null
  programs: boolean
  plain: boolean
}) => string

/** The place of the static spinner in the template. */
const appPlace = /<!--app-->[\s\S]*?<!--\/app-->/

/** The icon of the tab as it is in the template. */
const ownTabIcon = /<link\s+rel="icon"[^>]*>/

/** The school's logo as the icon of the tab; null without one. */
const tabIcon = (school: SchoolSettings | null) =>
  school?.logo ? `<link rel="icon" type="image/png" sizes="64x64" href="${logoCopy(school.logo.url, 'tab')}">` : null

/** A build, and the folders of the web app before it. */
export type FoundBuild = BuildFacts & { previous: string[] }

/** The build that is the current one in `root`: a later one than this process runs, when somebody has built since. */
export const readBuildFacts = async (root: string): Promise<FoundBuild> => {
  const {
    folder,
    previous = [],
    server,
    at = null,
    commit = null,
  } = JSON.parse(await readFile(join(root, 'current.json'), 'utf8'))
  return { folder, previous, server: server.folder, at, commit }
}

const readBuild = async (root: string, found?: FoundBuild) => {
  try {
    const { previous, ...build } = found ?? (await readBuildFacts(root))
    return {
      build,
      folder: join(root, build.folder),
      previous: previous.map((name) => join(root, name)),
    }
  } catch {
    throw new BuildMissing('Сайт не собран. Запустите его командой npm start или соберите командой npm run build.')
  }
}

/** Loads a build from `root`, by default the current one. Throws BuildMissing. */
export const createRenderer = async (
  root: string,
  site: Site,
  found?: FoundBuild,
  onError: (error: unknown) => void = (error) => logFailure(processLog, error),
): Promise<Renderer> => {
  const { build, folder, previous } = await readBuild(root, found)
  const client = join(folder, 'client')
  const template = await readFile(join(client, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'))
  const module = pathToFileURL(join(folder, 'server/entry-server.js'))
  /** Draws people's texts in a worker. Null when that fails, even without code and formulas. */
  const render = async (
    page: Page,
    content: PageContent | undefined,
    school: SchoolSettings | null,
    programs: boolean,
  ) => {
    const shown = content ? { name: content.name, search: content.search, answers: content.answers } : null
    for (const plain of [false, true]) {
      const drawn = { page, content: shown, appName: site.appName, school, programs, plain }
      try {
        return await inWorker<Render>(drawn, { module, name: 'render', timeLimitMs })
      } catch (error) {
        onError(error)
      }
    }
    return null
  }
  const entry = manifest['index.html'] as ManifestChunk
  const withoutApp = template.replace(appLinks, '')
  const known = new Map<Page, ReturnType<typeof pageLinks> & { late: string }>()
  const linksOf = (page: Page) => {
    const links = known.get(page) ?? { ...pageLinks(manifest, page), late: lateStart(manifest, page) }
    known.set(page, links)
    return links
  }
  return {
    build,
    clientFolders: [client, ...previous.map((name) => join(name, 'client'))],
    assets: { js: basename(entry.file), css: basename(stylesOf(manifest, closure(manifest, 'index.html'))[0] ?? '') },
    document: async (page, school, content, calls = [], programs = false) => {
      const links = linksOf(page)
      const isServed = content !== undefined || page.module === notFoundPage.module
      const markup = isServed ? await render(page, content, school, programs) : null
      const drawnHere = markup !== null
      const head = drawHead(site, page, content, school) + (drawnHere ? '' : links.modules)
      const document = (drawnHere ? withoutApp : template)
        .replace(
          'data-calls=""',
          () => `data-calls="${escapeHtml(calls.join(' '))}"${drawnHere ? ` ${links.late}` : ''}`,
        )
        .replace('<!--config-->', () => json({ ...site.config, school, programs }))
        .replace('<!--head-->', () => head)
        .replace(ownTabIcon, (own) => tabIcon(school) ?? own)
        // after the app's own sheet: they refine its rules
        .replace('</head>', () => `${links.styles}</head>`)
      if (!drawnHere) return { text: document, isComplete: !isServed }
      const drawn = document.replace(appPlace, (spinner) =>
        page.personal ? `<div data-guests>${markup}</div>${spinner}` : markup,
      )
      if (!content) return { text: drawn, isComplete: true }
      const { path, answers } = content
      const script = `<script type="application/json" id="data">${json({ path, answers })}</script>`
      return { text: drawn.replace('</body>', () => `${script}</body>`), isComplete: true }
    },
  }
}
