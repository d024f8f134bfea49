import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { firstTexts } from '#server/documents/first-texts.ts'
import { testApp } from '#server/testing/app.ts'

const { deps, call } = await testApp()

/** Addresses that are in the bundles and load nothing. */
const textOnly = [
  // names of XML vocabularies
  'http://www.w3.org',
  // links for developers in a library's error messages
  'https://react.dev',
  'https://prosemirror.net',
  'https://github.com',
  'https://mantine.dev',
  'https://simplewebauthn.dev',
  'http://json-schema.org',
  'https://json-schema.org',
  // examples for people who type an address, and bases that libraries resolve relative addresses against
  'https://school.ru',
  'https://journal.example',
  'https://example.com',
  'http://example.com',
  'https://foo.bar',
  'https://site.invalid',
  // links that the organisation section is required to have
  'https://minobrnauki.gov.ru',
  'https://edu.gov.ru',
]

/** Tags and attributes by which a document makes the browser request something. */
const loading: Record<string, string[]> = {
  script: ['src'],
  link: ['href'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
  form: ['action'],
  input: ['src'],
  use: ['href', 'xlink:href'],
}
/** A link of these kinds is never loaded. */
const unloaded = ['canonical', 'alternate', 'author', 'license']

const loadedBy = (html: string) => {
  const addresses: string[] = []
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      if (tag === 'link' && unloaded.includes(attributes.rel ?? '')) return
      for (const name of loading[tag] ?? []) if (attributes[name]) addresses.push(attributes[name])
      addresses.push(...urlsIn(attributes.style ?? ''))
    },
  })
  parser.end(html)
  return addresses
}

const urlsIn = (css: string) =>
  [...css.matchAll(/url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)/g)].map(([, url, imported]) => url ?? imported ?? '')

const isForeign = (address: string) => /^(https?:)?\/\//i.test(address.trim())

describe('the built files', () => {
  const files = deps.renderer.clientFolders
    .slice(0, 1)
    .flatMap((folder) => globSync('**/*.{js,css,html,svg,json}', { cwd: folder }).map((name) => join(folder, name)))

  it('exist', () => expect(files.length).toBeGreaterThan(10))

  it('contain no style, font or picture of a foreign host', () => {
    const foreign = files
      .filter((path) => /\.(css|svg)$/.test(path))
      .flatMap((path) => urlsIn(readFileSync(path, 'utf8')).filter(isForeign))
    expect(foreign).toEqual([])
  })

  it('contain only addresses that load nothing in scripts', () => {
    const foreign = files
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => readFileSync(path, 'utf8').match(/(https?|wss?):\/\/[\w.-]+\.[a-z]{2,}/gi) ?? [])
      .filter((origin) => !textOnly.includes(origin))
    expect([...new Set(foreign)]).toEqual([])
  })
})

describe('the served pages', () => {
  it.each(['/', '/login', '/documents/privacy', '/documents/cookies', '/organisation', '/organisation/page1', '/nope'])(
    '%s loads nothing from a foreign host, and could not',
    async (path) => {
      const { body, headers } = await call('GET', path)
      const addresses = loadedBy(body)
      expect(addresses.length).toBeGreaterThan(0)
      expect(addresses.filter(isForeign)).toEqual([])
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).not.toMatch(/https?:|\*/)
    },
  )
})

it('lists what stays on the device on the page about cookies', () => {
  for (const key of ['access_token', 'cookies_accepted']) expect(firstTexts.cookies).toContain(key)
})
