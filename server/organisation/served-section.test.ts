import { beforeAll, describe, expect, it } from 'vitest'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { absentText, type RegistryOptions, registryPage } from '#contract/organisation/registry/registry.ts'
import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { fillSection } from '#server/organisation/filled-section.fixture.ts'
import { hiddenBy, markedElements, readDocument, textOf } from '#server/organisation/self-check-markup.ts'
import { testApp } from '#server/testing/app.ts'

const school = await testApp()
const { call, signedIn } = school
const curator = await signedIn({ role: 'curator' })

const choices: [string, RegistryOptions][] = [
  ['edition 10', { edition: 10, university: false }],
  ['edition 9', { edition: 9, university: false }],
  ['edition 10 of a university', { edition: 10, university: true }],
  ['edition 9 of a university', { edition: 9, university: true }],
]

const addresses = organisationPages.flatMap(({ number, slug }) =>
  [`/sveden/${slug}`, `/organisation/page${number}`].flatMap((path) =>
    [path, `${path}/`].map((path) => ({ number, path })),
  ),
)

const choose = async (options: RegistryOptions) => {
  const { status } = await call('PUT', '/api/settings/school', { token: curator.token, body: options })
  expect(status).toBe(200)
}

/** The response at each address, without scripts: only the HTML is read. */
const serve = async (options: RegistryOptions) => {
  return Promise.all(
    addresses.map(async ({ number, path }) => {
      const { status, body, headers } = await call('GET', path)
      expect({ path, status, type: headers['content-type'] }).toEqual({
        path,
        status: 200,
        type: 'text/html; charset=utf-8',
      })
      const page = registryPage(number, options) as RegistryPage
      // the button of the comfort panel has its own name in edition 9
      const marked = markedElements(readDocument(body)).filter(({ name }) => name !== 'copy')
      return { path, page, html: body as string, marked }
    }),
  )
}

/** The names that a page is required to have, each with the one around it; every row of a block `rows` times. */
const expected = ({ blocks }: RegistryPage, rows: number) =>
  blocks.flatMap(({ container, repeated, fields, unmarked }) => {
    if (unmarked) return []
    const inside = fields.map(({ name }) => `${container ?? ''} ${name}`)
    const row = container ? [` ${container}`, ...inside] : inside
    return Array.from({ length: repeated ? rows : 1 }, () => row).flat()
  })

const placesOf = (marked: Awaited<ReturnType<typeof serve>>[number]['marked']) =>
  marked.map(({ name, parent }) => `${parent?.name ?? ''} ${name}`)

describe.each(choices)('an empty school, %s', (_, options) => {
  beforeAll(() => choose(options))

  it('serves every name of the registry in its place, visible, with a note of absence', async () => {
    for (const { path, page, marked } of await serve(options)) {
      expect(placesOf(marked), path).toEqual(expected(page, 1))
      const texts = new Map(page.blocks.flatMap(({ fields }) => fields.map((field) => [field.name, absentText(field)])))
      for (const { name, element, depth } of marked) {
        expect(name, path).toMatch(/^[a-z][A-Za-z0-9]*$/)
        expect({ path, name, hidden: hiddenBy(element) }).toEqual({ path, name, hidden: null })
        expect(depth).toBeLessThanOrEqual(1)
        if (texts.has(name))
          expect({ path, name, text: textOf(element) }).toEqual({ path, name, text: texts.get(name) })
      }
    }
  })

  it('marks the button of the comfort panel in edition 9 alone', async () => {
    for (const { path, html } of await serve(options)) {
      expect([path, (html.match(/itemprop="copy"/g) ?? []).length]).toEqual([path, options.edition === 9 ? 1 : 0])
    }
  })
})

describe.each(choices)('a school that has filled in everything, %s', (_, options) => {
  beforeAll(async () => {
    await choose(options)
    await fillSection(school, curator, options)
  })

  it('serves each name once, or once in every row', async () => {
    for (const { path, page, marked } of await serve(options)) {
      const names = marked.filter(({ name }) => name !== 'addRef')
      expect(marked.length - names.length, path).toBe(1)
      const many = new Set(
        page.blocks.flatMap(({ fields }) =>
          fields.filter(({ kind, many }) => kind === 'file' && many).map(({ name }) => name),
        ),
      )
      // two documents under a name follow each other, each with the name
      const once = names.filter(({ name }, place) => !many.has(name) || names[place - 1]?.name !== name)
      expect(placesOf(once), path).toEqual(expected(page, 2))
      for (const { name, element } of marked) {
        expect({ path, name, hidden: hiddenBy(element) }).toEqual({ path, name, hidden: null })
        expect(textOf(element), `${path} ${name}`).not.toMatch(/^(отсутствует|0|)$/)
      }
    }
  })
})
