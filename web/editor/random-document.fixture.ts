import type { Attrs, Mark, MarkType, Node, NodeType, Schema } from '@tiptap/pm/model'
import { Fragment } from '@tiptap/pm/model'
import fc from 'fast-check'
import { anyCharacter } from '#contract/content/any-character.fixture.ts'

const id = fc.stringMatching(/^[0-9a-f]{32}$/)
const address = id.map((digits) => `/files/${digits}`)
const line = fc.string({ unit: anyCharacter, maxLength: 12 }).map((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, ' '))
const filled = line.map((text) => `x${text}ж`)
const lines = fc.array(line, { maxLength: 3 }).map((each) => each.join('\n'))
const number = fc.integer({ min: 1, max: 999 })

/** What an attribute may be, by its name; `filled` is its richest value, as opposed to its default. */
const values: Record<string, fc.Arbitrary<unknown>> = {
  src: address,
  captions: fc.option(address),
  alt: line,
  name: filled,
  'data-name': fc.option(filled),
  'data-chapters': fc.option(filled.map((name) => `0:00 ${name.replace(/\s+/g, ' ').trim()}`)),
  'data-width': fc.constantFrom(null, '25', '50', '75', '100'),
  'data-size': fc.option(number.map(String)),
  'data-latex': fc.tuple(filled, lines).map((both) => both.join('\n')),
  'data-quiz': number.map(String),
  'data-callout': fc.constantFrom('info', 'warn', 'ok'),
  checked: fc.boolean(),
  colspan: number,
  rowspan: number,
  start: fc.integer({ min: 0, max: 999_999_999 }),
  level: fc.constantFrom(2, 3, 4),
  language: fc.constantFrom(null, 'javascript', 'c++', '1c'),
}
const hrefs = fc.oneof(
  address,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom('/lessons/1', '#a', 'mailto:a@b.example', 'tel:+7', '?q=«я»&b="<>"'),
)

type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T

/** Documents of a schema: any nodes, marks and values that it allows, as fast-check draws them. */
export const randomDocument = (schema: Schema, draw: Draw): Node => {
  const attributes = (type: NodeType | MarkType): Attrs =>
    Object.fromEntries(
      Object.entries(type.spec.attrs ?? {}).map(([name, { default: normal }]) => {
        if (name === 'href') return [name, draw(type.name === 'link' ? hrefs : address)]
        return [name, values[name] ? draw(values[name]) : normal]
      }),
    )
  const marks = (parent: NodeType) =>
    Object.values(schema.marks)
      .filter((type) => parent.allowsMarkType(type) && draw(fc.nat(3)) === 0)
      .reduce<readonly Mark[]>((set, type) => type.create(attributes(type)).addToSet(set), [])

  const textIn = (parent: NodeType) => {
    const text = draw(parent.spec.code ? lines : line)
    return text ? Fragment.from(schema.text(text, marks(parent))) : Fragment.empty
  }
  const content = (type: NodeType, depth: number): Fragment => {
    let [match, all, left] = [type.contentMatch, Fragment.empty, depth > 4 ? 1 : draw(fc.nat(4))]
    while (left > 0 || !match.validEnd) {
      left -= 1
      const choices = Array.from({ length: match.edgeCount }, (_, index) => match.edge(index).type)
      const simple = choices.filter((choice) => choice.isTextblock || choice.isLeaf || choice.isText)
      const next = draw(fc.constantFrom(...(depth > 4 && simple.length > 0 ? simple : choices)))
      all = all.append(next.isText ? textIn(type) : Fragment.from(node(next, depth + 1)))
      match = type.contentMatch.matchFragment(all) as typeof match
      if (match.edgeCount === 0) break
    }
    return all
  }
  const node = (type: NodeType, depth: number): Node => {
    const made = type.createChecked(attributes(type), type.isLeaf ? null : content(type, depth))
    // marks are also on what is no text: a line break, a formula
    return type.isInline ? made.mark(marks(schema.nodes.paragraph as NodeType)) : made
  }
  return node(schema.topNodeType, 0)
}
