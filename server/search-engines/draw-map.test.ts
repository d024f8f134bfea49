import { expect, it } from 'vitest'
import { drawMap, drawPart, mapPath } from '#server/search-engines/draw-map.ts'

const site = 'https://school.example'
const addresses = Array.from({ length: 5 }, (_, at) => ({
  path: `/projects/${at + 1}`,
  changed_at: at === 0 ? '2026-05-01T10:00:00.000Z' : null,
}))
const locations = (map: string | null) => [...(map ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)

it('lists all addresses in one map while they fit', () => {
  const map = drawMap(site, addresses, 5)
  expect(map).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  expect(locations(map)).toEqual(addresses.map(({ path }) => site + path))
  expect(map.match(/<lastmod>/g)?.length).toBe(1)
  expect(drawMap(site, [])).toContain('</urlset>')
})

it('is split into parts where they do not', () => {
  const index = drawMap(site, addresses, 2)
  expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  expect(locations(index)).toEqual([1, 2, 3].map((number) => site + mapPath(number)))
  const parts = [1, 2, 3].flatMap((number) => locations(drawPart(site, addresses, number, 2)))
  expect(parts).toEqual(addresses.map(({ path }) => site + path))
  expect([drawPart(site, addresses, 4, 2), drawPart(site, addresses, 0, 2)]).toEqual([null, null])
})

it('escapes XML', () => {
  expect(drawMap(site, [{ path: `/tags/a&b<c>'"`, changed_at: null }])).toContain('/tags/a&amp;b&lt;c&gt;&#39;&quot;<')
})
