import { Parser } from 'htmlparser2'
import type { Package } from '#server/imports/open-package.ts'
import { Unreadable } from '#server/imports/unreadable.ts'

/** An element of a backup of Moodle: a record has elements, a field has text. */
export interface XmlRecord {
  name: string
  id: string
  /** The context of an activity, which its files belong to; nothing else has one. */
  contextId: string
  children: XmlRecord[]
  text: string
}

/** Max depth of a backup; Moodle itself writes some twenty levels. */
const maxDepth = 60

/** Max elements of one file: each takes some 200 bytes. */
const maxElements = 500_000

/** What people have done, and what is of no use here: it is not read at all. */
const skipped = new Set(
  ['attempts', 'grades', 'overrides', 'submissions', 'userflags', 'tags', 'question_hints', 'comments'].concat([
    'customfields',
    'feedbacks',
    'stackoptions',
    'stackinputs',
    'stackprts',
    'stackqtests',
  ]),
)

const record = (name: string, { id = '', contextid = '' }: Record<string, string>): XmlRecord => ({
  name,
  id,
  contextId: contextid,
  children: [],
  text: '',
})

/**
 * Parses an XML of Moodle. Without entities of its own: the parser knows none but those of XML. Throws `Unreadable`.
 */
const parseXml = (xml: string): XmlRecord => {
  const root = record('', {})
  const open = [root]
  let count = 0
  let ignored = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        count += 1
        if (count > maxElements) throw new Unreadable('В копии курса слишком много всего. Разделите курс на части.')
        if (open.length + ignored > maxDepth) throw new Unreadable('Описание курса в копии испорчено.')
        if (ignored > 0 || skipped.has(name)) {
          ignored += 1
          return
        }
        const made = record(name, attributes)
        open.at(-1)?.children.push(made)
        open.push(made)
      },
      ontext: (text) => {
        const top = open.at(-1)
        if (ignored === 0 && top) top.text += text
      },
      onclosetag: () => {
        if (ignored > 0) ignored -= 1
        else open.pop()
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return root
}

/** The records at this path of names below a record. */
export const at = (from: XmlRecord | undefined, ...path: string[]): XmlRecord[] =>
  path.reduce<XmlRecord[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
    from ? [from] : [],
  )

/** The text of a field; empty when it is absent or null. */
export const field = (from: XmlRecord | undefined, ...path: string[]) => {
  const [found] = at(from, ...path)
  return !found || found.text === '$@NULL@$' ? '' : found.text
}

/** The number of a field; null when it is none. */
export const numberField = (from: XmlRecord | undefined, ...path: string[]) => {
  const text = field(from, ...path).trim()
  return text === '' || !Number.isFinite(Number(text)) ? null : Number(text)
}

/** The moment of a field in seconds since 1970, ISO 8601 in UTC; null for 0 and what is no date. */
export const momentField = (from: XmlRecord | undefined, name: string) => {
  const seconds = numberField(from, name) ?? 0
  // up to 2200, as everywhere
  return seconds >= 1 && seconds < 7_258_118_400 ? new Date(Math.floor(seconds) * 1000).toISOString() : null
}

/** The first record of this name in an entry; undefined without the entry. Throws `Unreadable`. */
export const readRecord = async (from: Package, entry: string, name: string) =>
  from.has(entry) ? at(parseXml(await from.text(entry)), name)[0] : undefined
