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

/** What the document asks for besides the entry's own, so that a page's bundle loads beside the entry and not after it. */
const pageLinks = (manifest: Manifest, page: Page) => {
  const entry = closure(manifest, 'index.html')
  const chunks = [...closure(manifest, page.module)].filter((key) => !entry.has(key)).map((key) => manifest[key])
  const styles = new Set(chunks.flatMap((chunk) => chunk?.css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/build/${file}">`),
    ...chunks.map((chunk) => `<link rel="modulepreload" href="/build/${chunk?.file}">`),
  ].join('')
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
    render: (path: string, data: unknown, appName: string, school: SchoolSettings | null) => string
  }
  const entry = manifest['index.html'] as ManifestChunk
  const links = new Map<string, string>()
  const linksOf = (page: Page) => {
    if (!links.has(page.module)) links.set(page.module, pageLinks(manifest, page))
    return links.get(page.module) as string
  }
  return {
    clientFolders: [client, ...previous.map((name: string) => join(name, 'client'))],
    assets: { js: basename(entry.file), css: basename(entry.css?.[0] ?? '') },
    document: (page, school, content) => {
      const withConfig = template.replace('<!--config-->', () => json({ ...site.config, school }))
      const document = withConfig.replace('<!--head-->', () => drawHead(site, page, content) + linksOf(page))
      if (!content) return document
      const { path, data } = content
      const script = `<script type="application/json" id="data">${json({ path, data })}</script>`
      return document
        .replace(appPlace, (spinner) => {
          const drawn = render(path, data, site.appName, school)
          return page.personal ? `<div data-guests>${drawn}</div>${spinner}` : drawn
        })
        .replace('</body>', () => `${script}</body>`)
    },
  }
}
