import { fileIdOf } from '#contract/files/file-address.ts'

/** The kind of a block, as far as the comparison shows it. */
type BlockKind = 'paragraph' | 'heading' | 'item' | 'quote' | 'code' | 'row' | 'formula' | 'picture' | 'film' | 'file'

/** A block of a text as plain text. */
export interface TextBlock {
  kind: BlockKind
  text: string
  /** For a list item: «•», «2.», «✓». */
  mark?: string
  /** For a picture: its link. */
  url?: string
}

const isElement = (node: Node): node is Element => node.nodeType === 1

/** The text of an element; formulas are their source, line breaks are newlines. */
const textOf = (node: Node): string => {
  if (node.nodeType === 3) return (node as Text).data
  if (!isElement(node)) return ''
  const latex = node.getAttribute('data-latex')
  if (latex !== null) return latex
  if (node.tagName === 'BR') return '\n'
  return [...node.childNodes].map(textOf).join('')
}

const plain = (node: Node) =>
  textOf(node)
    .replace(/[ \t\u00a0]+/g, ' ')
    .trim()

const rowOf = (row: Element) => [...row.children].map((cell) => plain(cell).replace(/\n+/g, ' ')).join(' │ ')

const markOf = (item: Element, index: number) => {
  const checked = item.getAttribute('data-checked')
  if (checked !== null) return checked === 'true' ? '✓' : '☐'
  const list = item.parentElement
  if (list?.tagName !== 'OL') return '•'
  return `${index + Number(list.getAttribute('start') ?? 1)}.`
}

/** The blocks inside a list item; its own text has the mark. */
const itemBlocks = (item: Element, index: number): TextBlock[] => {
  const mark = markOf(item, index)
  const [first, ...others] = blocksOf(item)
  if (!first) return [{ kind: 'item', text: '', mark }]
  if (first.kind !== 'paragraph') return [{ kind: 'item', text: '', mark }, first, ...others]
  return [{ kind: 'item', text: first.text, mark }, ...others]
}

const fileBlock = (kind: 'picture' | 'film' | 'file', element: Element, name: string, address: string): TextBlock => {
  const url = element.getAttribute(address) ?? ''
  // the same text for another file is another block: its id is compared, too
  return { kind, text: name, url: fileIdOf(url) ? url : '' }
}

/** The name of a film with its chapters: a change of either is one of the film. */
const filmText = (element: Element) => {
  const chapters = element.getAttribute('data-chapters')?.replaceAll('\n', ', ')
  const name = element.getAttribute('data-name') ?? ''
  return chapters ? `${name} (${chapters})` : name
}

const blockOf = (element: Element, textKind: BlockKind): TextBlock[] => {
  switch (element.tagName) {
    case 'UL':
    case 'OL':
      return [...element.children].flatMap(itemBlocks)
    case 'TABLE':
      return [...element.querySelectorAll('tr')].map((row) => ({ kind: 'row', text: rowOf(row) }))
    case 'PRE':
      return [{ kind: 'code', text: (element.textContent ?? '').replace(/\n$/, '') }]
    case 'IMG':
      return [fileBlock('picture', element, element.getAttribute('alt') ?? '', 'src')]
    case 'VIDEO':
      return [fileBlock('film', element, filmText(element), 'src')]
    case 'BLOCKQUOTE':
      return blocksOf(element, 'quote')
    case 'HR':
      return []
    case 'H2':
    case 'H3':
    case 'H4':
      return [{ kind: 'heading', text: plain(element) }]
    case 'P':
    case 'SUMMARY':
      return [{ kind: textKind, text: plain(element) }]
    default:
      if (element.getAttribute('data-type') === 'file') return [fileBlock('file', element, plain(element), 'href')]
      if (element.hasAttribute('data-latex')) return [{ kind: 'formula', text: plain(element) }]
      return blocksOf(element, textKind)
  }
}

const isInline = (node: Node) =>
  node.nodeType === 3 ||
  (isElement(node) &&
    /^(A|STRONG|EM|U|S|CODE|SPAN|BR)$/.test(node.tagName) &&
    node.getAttribute('data-type') !== 'file')

/** The blocks inside an element; text without a paragraph is one block. */
const blocksOf = (parent: Element, textKind: BlockKind = 'paragraph'): TextBlock[] => {
  const found: TextBlock[] = []
  let loose = ''
  const endLoose = () => {
    const text = loose.replace(/[ \t\u00a0]+/g, ' ').trim()
    if (text) found.push({ kind: textKind, text })
    loose = ''
  }
  for (const node of parent.childNodes) {
    if (isInline(node)) loose += textOf(node)
    else if (isElement(node)) {
      endLoose()
      found.push(...blockOf(node, textKind))
    }
  }
  endLoose()
  return found
}

/** A stored text block by block; empty lines are dropped. */
export const textBlocks = (html: string): TextBlock[] => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return blocksOf(body).filter(({ kind, text, url }) => text !== '' || url !== undefined || kind === 'item')
}
