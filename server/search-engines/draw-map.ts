import { escapeHtml } from '#server/content/escape-html.ts'

/** A page for search engines: its path, and when it last changed, as far as that is known. */
export interface PublicAddress {
  path: string
  changed_at: string | null
}

/** Max addresses of one map: https://www.sitemaps.org/protocol.html. */
const maxInMap = 50_000

const xml = (root: string, rows: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...rows,
    `</${root}>`,
    '',
  ].join('\n')

const row = (element: string, address: string, changedAt: string | null) =>
  `<${element}><loc>${escapeHtml(address)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</${element}>`

/** The path of one of several maps, from 1. */
export const mapPath = (number: number) => `/sitemap-${number}.xml`

/** One of several maps; null where there is none. */
export const drawPart = (publicUrl: string, addresses: PublicAddress[], number: number, max = maxInMap) => {
  const part = addresses.slice((number - 1) * max, number * max)
  if (number < 1 || part.length === 0) return null
  return xml(
    'urlset',
    part.map(({ path, changed_at }) => row('url', publicUrl + path, changed_at)),
  )
}

/** The map itself, or an index of its parts when there are too many addresses for one. */
export const drawMap = (publicUrl: string, addresses: PublicAddress[], max = maxInMap) => {
  const parts = Math.ceil(addresses.length / max)
  if (parts <= 1) return drawPart(publicUrl, addresses, 1, max) ?? xml('urlset', [])
  const numbers = Array.from({ length: parts }, (_, at) => at + 1)
  return xml(
    'sitemapindex',
    numbers.map((number) => row('sitemap', publicUrl + mapPath(number), null)),
  )
}
