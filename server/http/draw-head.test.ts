import { describe, expect, it } from 'vitest'
import { asDescription } from '#contract/page-head.ts'
import { pages } from '#contract/pages.ts'
import { drawHead } from '#server/http/draw-head.ts'

const site = { appName: 'Практика', publicUrl: 'https://school.example', config: {} }
const hostile = '</script><script>alert(1)</script> "кавычки" & \'апострофы\' <!-- '

const headOf = (content: Parameters<typeof drawHead>[2]) => drawHead(site, pages['projects.show'], content)
const factsIn = (head: string) =>
  [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json as string),
  )

it.each(['family', 'parent-consent', 'confirm-email', 'reset-password', 'unsubscribe'] as const)(
  'the head of a page by a secret link is kept from search engines: %s',
  (name) => {
    const head = drawHead(site, pages[name])
    expect(head).toContain('<meta name="robots" content="noindex">')
    expect(head).not.toContain('canonical')
    expect(drawHead(site, pages.login)).not.toContain('robots')
  },
)

describe('the head of a served page', () => {
  const head = headOf({
    path: '/projects/7/',
    title: 'Атлас трамваев',
    head: {
      description: 'Карта маршрутов',
      canonical: '/projects/7',
      type: 'article',
      picture: '/og/project-7.png',
      facts: [{ '@type': 'CreativeWork', name: 'Атлас трамваев' }],
    },
    answers: {},
  })

  it('has the title for people, search engines and messengers', () => {
    for (const part of [
      '<title>Практика — Атлас трамваев</title>',
      '<meta name="description" content="Карта маршрутов">',
      '<link rel="canonical" href="https://school.example/projects/7">',
      '<meta property="og:title" content="Атлас трамваев">',
      '<meta property="og:description" content="Карта маршрутов">',
      '<meta property="og:type" content="article">',
      '<meta property="og:site_name" content="Практика">',
      '<meta property="og:locale" content="ru_RU">',
      '<meta property="og:url" content="https://school.example/projects/7">',
      '<meta property="og:image" content="https://school.example/og/project-7.png">',
      '<meta name="twitter:card" content="summary_large_image">',
    ]) {
      expect(head).toContain(part)
    }
    expect(head).not.toContain('noindex')
    expect(factsIn(head)).toEqual([
      { '@context': 'https://schema.org', '@type': 'CreativeWork', name: 'Атлас трамваев' },
    ])
  })

  it('takes missing parts from the table of pages and the address', () => {
    const bare = headOf({ path: '/projects/7/', title: 'Атлас', answers: {} })
    expect(bare).toContain('<link rel="canonical" href="https://school.example/projects/7">')
    expect(bare).toContain('<meta property="og:image" content="https://school.example/og/site.png">')
    expect(bare).toContain('<meta property="og:type" content="website">')
  })

  it('excludes pages that search engines must not index', () => {
    expect(headOf({ path: '/projects/7', title: 'Атлас', head: { hidden: true }, answers: {} })).toContain(
      '<meta name="robots" content="noindex">',
    )
  })

  it('lets no name end an element', () => {
    const evil = headOf({
      path: '/projects/7',
      title: hostile,
      head: { name: hostile, description: hostile, facts: [{ '@type': 'CreativeWork', name: hostile }] },
      answers: {},
    })
    expect(evil).not.toContain('<script>alert')
    expect(evil).not.toContain('<!--')
    expect(evil.match(/<\/script>/g)).toHaveLength(1)
    expect(evil.match(/<\/title>/g)).toHaveLength(1)
    expect(factsIn(evil)[0].name).toBe(hostile)
  })

  it('shortens a name that is too long for a title, between words', () => {
    const cut = headOf({ path: '/projects/7', title: 'Очень длинное название '.repeat(9), head: {}, answers: {} })
    const title = /<title>(.*?)<\/title>/.exec(cut)?.[1] ?? ''
    expect(title.length).toBeLessThan(140)
    expect(title).toMatch(/(Очень|длинное|название)…$/)
    expect(cut).toContain(`<meta property="og:title" content="${title.replace(/^.*? — /, '')}">`)
  })

  it('has nothing for search engines on a page that is not served', () => {
    expect(headOf(undefined)).not.toMatch(/canonical|og:|ld\+json/)
  })
})

describe('a description', () => {
  it('is one line, and no longer than search engines show', () => {
    expect(asDescription(' Карта\n маршрутов ')).toBe('Карта маршрутов')
    const long = asDescription('слово, '.repeat(100))
    expect(long.length).toBeLessThanOrEqual(201)
    expect(long).toMatch(/слово…$/)
  })
})
