import { parseDocument } from 'htmlparser2'
import { fileIdOf } from '#contract/files/file-address.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { children: unknown; name: string }>

/** Where the files of a text are, by their ids, and the other lessons, by their links. */
type Paths = Record<string, string>

const isElement = (node: Node): node is Element => 'name' in node && 'children' in node
const isText = (node: Node): node is Extract<Node, { data: string }> => node.type === 'text'

const escaped = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>$]/g, '\\$&')

const textIn = (node: Node): string =>
  isText(node) ? node.data : 'children' in node ? node.children.map((child) => textIn(child as Node)).join('') : ''

const prefixed = (text: string, first: string, others = first) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : line === '' ? others.trimEnd() : others) + line)
    .join('\n')

/** An address as it can be written between brackets. */
const target = (address: string, paths: Paths) => {
  const key = fileIdOf(address) ?? /^\/archive\/lessons\/\d+/.exec(address)?.[0]
  const path = (key && paths[key]) ?? address
  return /[\s()<>]/.test(path) ? `<${path.replace(/[<>]/g, encodeURIComponent)}>` : path
}

/** What is written around the text of an element in a line. */
const marks: Record<string, string> = { strong: '**', em: '*', s: '~~' }

const inline = (nodes: Node[], paths: Paths): string => nodes.map((node) => inlineNode(node, paths)).join('')

const inlineNode = (node: Node, paths: Paths): string => {
  if (isText(node)) return escaped(node.data)
  if (!isElement(node)) return ''
  const { name, attribs } = node
  const content = () => inline(node.children as Node[], paths)
  if (marks[name]) return content().trim() === '' ? content() : `${marks[name]}${content().trim()}${marks[name]}`
  if (name === 'u') return `<u>${content()}</u>`
  if (name === 'br') return '  \n'
  if (name === 'code') return `\`${textIn(node)}\``
  if (attribs['data-latex']) return `$${attribs['data-latex'].replace(/\s+/g, ' ')}$`
  if (name === 'a') return `[${content()}](${target(attribs.href ?? '', paths)})`
  if (name === 'img') return `![${escaped(attribs.alt ?? '')}](${target(attribs.src ?? '', paths)})`
  if (name === 'video') return `[${escaped(attribs['data-name'] || 'Видео')}](${target(attribs.src ?? '', paths)})`
  return content()
}

const blockTags = new Set('p h2 h3 h4 ul ol li blockquote hr table pre aside details summary div'.split(' '))
const isBlock = (node: Node) => isElement(node) && blockTags.has(node.name)

/** Neighbours in one line, put together as paragraphs. */
const blocks = (nodes: Node[], paths: Paths): string => {
  const parts: string[] = []
  let line: Node[] = []
  const endLine = () => {
    const text = inline(line, paths).trim()
    if (text) parts.push(text)
    line = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      line.push(node)
      continue
    }
    endLine()
    const text = block(node as Element, paths)
    if (text) parts.push(text)
  }
  endLine()
  return parts.join('\n\n')
}

const list = (node: Element, paths: Paths) => {
  let number = Number(node.attribs.start ?? 1)
  const items = (node.children as Node[]).filter(isElement).map((item) => {
    const checked = item.attribs['data-checked']
    const sign = node.name === 'ol' ? `${number++}. ` : checked ? `- [${checked === 'true' ? 'x' : ' '}] ` : '- '
    return prefixed(blocks(item.children as Node[], paths), sign, ' '.repeat(checked ? 2 : sign.length))
  })
  return items.join('\n')
}

const rowsOf = (node: Element): Element[] =>
  (node.children as Node[]).filter(isElement).flatMap((child) => (child.name === 'tr' ? [child] : rowsOf(child)))

const table = (node: Element, paths: Paths) => {
  const rows = rowsOf(node).map((row) =>
    (row.children as Node[]).filter(isElement).map((cell) =>
      blocks(cell.children as Node[], paths)
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|'),
    ),
  )
  const columns = Math.max(1, ...rows.map((row) => row.length))
  const line = (cells: string[]) => `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(Array(columns).fill('---')), ...body.map(line)].join('\n')
}

const codeBlock = (node: Element) => {
  const [code] = (node.children as Node[]).filter(isElement)
  const language = /^language-(\S+)/.exec(code?.attribs.class ?? '')?.[1] ?? ''
  const text = textIn(node).replace(/\n$/, '')
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
  return `${fence}${language}\n${text}\n${fence}`
}

const block = (node: Element, paths: Paths): string => {
  const { name, attribs } = node
  const children = node.children as Node[]
  if (attribs['data-latex']) return `$$\n${attribs['data-latex'].trim()}\n$$`
  if (/^h[2-4]$/.test(name)) return `${'#'.repeat(Number(name[1]))} ${inline(children, paths).trim()}`
  if (name === 'ul' || name === 'ol') return list(node, paths)
  if (name === 'blockquote' || name === 'aside') return prefixed(blocks(children, paths), '> ')
  if (name === 'hr') return '---'
  if (name === 'table') return table(node, paths)
  if (name === 'pre') return codeBlock(node)
  if (name === 'details') return `<details>\n\n${blocks(children, paths)}\n\n</details>`
  if (name === 'summary') return `<summary>${inline(children, paths)}</summary>`
  return blocks(children, paths)
}

/** A text of the editor as Markdown, for people who open an archive. */
export const markdownOf = (html: string, paths: Paths = {}) => blocks(parseDocument(html).children as Node[], paths)

interface MarkdownLesson {
  name: string
  content: string
  /** The text of its assignment; null without one. */
  assignment: string | null
}

/** Lessons as Markdown, in a worker. */
export const lessonsAsMarkdown = ({ lessons, paths }: { lessons: MarkdownLesson[]; paths: Paths }) =>
  lessons.map(({ name, content, assignment }) =>
    [
      `# ${escaped(name)}`,
      markdownOf(content, paths),
      ...(assignment === null ? [] : ['## Задание', markdownOf(assignment, paths)]),
    ]
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n'),
  )
