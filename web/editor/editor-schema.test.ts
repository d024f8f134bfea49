// @vitest-environment happy-dom
import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elementsOf, type RichUse, richUses } from '#contract/content/rich-text.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { textExtensions } from '#web/editor/extensions.ts'
import { readHtml, writeHtml } from '#web/editor/html.ts'
import { randomDocument } from '#web/editor/random-document.fixture.ts'

/** Without the empty lines that end it, which are not kept; an empty text is one empty line. */
const withoutEnd = (document: Node): Node => {
  const { childCount, lastChild } = document
  if (childCount < 2 || lastChild?.type.name !== 'paragraph' || lastChild.childCount > 0) return document
  return withoutEnd(document.copy(document.content.cut(0, document.content.size - lastChild.nodeSize)))
}

/** The parts of one property, with 100 texts each, so that none takes long. */
const parts = [1, 2, 3]

/** What an answer adds to a text: signatures, sizes, how it is loaded. */
const answered = (html: string) =>
  html
    .replace(/("\/files\/[0-9a-f]{32})(?=")/g, '$1/w960?expires=1795000000&amp;signature=A-b_9')
    .replaceAll(
      '<img ',
      '<img srcset="/files/x 960w" sizes="100vw" width="9" height="9" loading="lazy" decoding="async" ',
    )
    .replaceAll('<video ', '<video controls preload="metadata" ')
    .replaceAll('<track ', '<track kind="captions" srclang="ru" label="Субтитры" default ')
    .replaceAll('<a ', '<a rel="opener" target="_top" download ')

describe.each(Object.keys(richUses) as RichUse[])('the editor of «%s»', (use) => {
  const schema = getSchema(textExtensions(use))

  it('makes the tags and attributes of the definition, each of them and no others', () => {
    const made = new Set<string>()
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const document = randomDocument(schema, (arbitrary) => draw(() => arbitrary))
        const { body } = new DOMParser().parseFromString(writeHtml(document), 'text/html')
        for (const { localName, attributes } of body.querySelectorAll('*')) {
          made.add(localName)
          for (const { name } of attributes) made.add(`${localName} ${name}`)
        }
      }),
      { numRuns: 300, seed: 7 },
    )
    const defined = elementsOf(use).flatMap(({ tag, needs, may }) => [
      tag,
      ...Object.keys({ ...needs, ...may }).map((name) => `${tag} ${name}`),
    ])
    expect([...made].toSorted()).toEqual([...new Set(defined)].toSorted())
  })

  it.each(parts)('reads every text that it wrote and the server cleaned as the same text (%i)', () => {
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const document = randomDocument(schema, (arbitrary) => draw(() => arbitrary))
        const stored = cleanHtml(writeHtml(document), use)
        const expected = withoutEnd(document)
        const read = readHtml(schema, stored)
        if (!read.eq(expected)) expect(read.toJSON()).toEqual(expected.toJSON())
        // and so does the server, however it answered
        const answer = answered(stored)
        expect(cleanHtml(answer, use)).toBe(stored)
        if (answer !== stored) expect(cleanHtml(stored, use)).toBe(stored)
        // of the same document, the same is written
        if (!read.eq(document)) expect(cleanHtml(writeHtml(read), use)).toBe(stored)
      }),
      { numRuns: 100 },
    )
  })
})
