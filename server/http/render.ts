import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServedPage } from '#contract/page-head.ts'
import type { Page } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { drawHead, json, type Site } from '#server/http/draw-head.ts'

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
  /** A complete HTML document: the static spinner in it, or the drawn page when there is content. */
  document: (page: Page, school: SchoolSettings | null, content?: PageContent) => string
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
export const createRenderer = async (root: string, site: Site): Promise<Renderer> => {
  const { folder, previous } = await readBuild(root)
  const client = join(folder, 'client')
  const template = await readFile(join(client, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'))
  const { render } = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as {
    render: (content: PageContent, appName: string, school: SchoolSettings | null) => string
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
    document: (page, school, content) => {
      const links = linksOf(page)
      const head = drawHead(site, page, content) + links.styles + (content ? links.late : links.modules)
      const document = (content ? withoutApp : template)
        .replace('<!--config-->', () => json({ ...site.config, school }))
        .replace('<!--head-->', () => head)
      if (!content) return document
      const { path, data, more } = content
      const script = `<script type="application/json" id="data">${json({ path, data, more })}</script>`
      return document
        .replace(appPlace, (spinner) => {
          const drawn = render(content, site.appName, school)
          return page.personal ? `<div data-guests>${drawn}</div>${spinner}` : drawn
        })
        .replace('</body>', () => `${script}</body>`)
    },
  }
}
