import { asDescription, asTitle, type JsonLd, type ServedPage } from '#contract/page-head.ts'
import { documentTitle, isSecret, type Page } from '#contract/pages.ts'
import { schoolTitle } from '#contract/site/school-title.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import { sitePicture } from '#server/pictures/link-picture.ts'

/** What the documents contain about the site as a whole. */
export interface Site {
  appName: string
  /** Without a slash at the end. */
  publicUrl: string
  /**
   * Configuration for the app, as `web/app/config.ts` reads it; the school's settings and whether it has programs may
   * change and come with each document.
   */
  config: object
}

/** What a drawn page says of itself in its head. */
interface HeadContent extends ServedPage {
  /** The requested path. */
  path: string
}

/** Size of link previews, in pixels. */
export const pictureSize = { width: 1200, height: 630 }

/** JSON that cannot end the script element that contains it. */
export const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`

// a block of data is not a script, so the security policy does not apply
const drawFacts = (facts: JsonLd) =>
  `<script type="application/ld+json">${json({ '@context': 'https://schema.org', ...facts })}</script>`

/** The part of a served page's head for search engines and messengers (Open Graph, JSON-LD). */
const drawServed = (
  { appName, publicUrl }: Site,
  page: Page,
  { path, title, head = {} }: HeadContent,
  school: SchoolSettings | null,
) => {
  const url = publicUrl + (head.canonical ?? (path.replace(/\/+$/, '') || '/'))
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    head.hidden ? named('robots', 'noindex') : '',
    property('og:type', head.type ?? 'website'),
    property('og:site_name', schoolTitle(school, appName)),
    property('og:locale', 'ru_RU'),
    property('og:title', asTitle(head.name ?? title)),
    property('og:description', asDescription(head.description ?? page.description)),
    property('og:url', url),
    property('og:image', publicUrl + (head.picture ?? sitePicture)),
    property('og:image:width', String(pictureSize.width)),
    property('og:image:height', String(pictureSize.height)),
    named('twitter:card', 'summary_large_image'),
    ...(head.facts ?? []).map(drawFacts),
  ].join('')
}

/** The head of a document, without its links to bundles; `content` for a page that is served with what it shows. */
export const drawHead = (site: Site, page: Page, content?: HeadContent, school: SchoolSettings | null = null) =>
  [
    `<title>${escapeHtml(documentTitle(site.appName, asTitle(content?.title ?? page.title)))}</title>`,
    named('keywords', page.keywords),
    named('description', asDescription(content?.head?.description ?? page.description)),
    isSecret(page) ? named('robots', 'noindex') : '',
    content ? drawServed(site, page, content, school) : '',
  ].join('')
