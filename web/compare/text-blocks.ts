import { fileIdOf, filePath } from '#contract/files/file-address.ts'

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
  /** The addresses of its links, or the captions of a film: two texts may read alike and differ in these. */
  links?: string
  /** The text with those in it. */
  full?: string
}

const isElement = (node: Node): node is Element => node.nodeType === 1

/** Most lines are plain text: nothing is looked for in these. */
const hasElements = ({ childElementCount }: Element) => childElementCount > 0

/** Where a link leads: a file is the same with any signature. */
const addressOf = (link: Element) => {
  const href = link.getAttribute('href') ?? ''
  const id = fileIdOf(href)
  return id ? filePath(id) : href
}

const isLink = (element: Element) => element.tagName === 'A' && element.getAttribute('data-type') !== 'file'

/** The text of an element; formulas are their source, line breaks are newlines. With addresses, these follow links. */
const textOf = (node: Node, withAddresses = false): string => {
  if (node.nodeType === 3) return (node as Text).data
  if (!isElement(node)) return ''
  const latex = node.getAttribute('data-latex')
  if (latex !== null) return latex
  if (node.tagName === 'BR') return '\n'
  const text = [...node.childNodes].map((child) => textOf(child, withAddresses)).join('')
  return withAddresses && isLink(node) ? `${text} (${addressOf(node)})` : text
}

const tidy = (text: string) => text.replace(/[ \t\u00a0]+/g, ' ').trim()

const plain = (node: Node) => tidy(textOf(node))

/** What a block has of the links in it, if there are any. */
const linksIn = (
  nodes: readonly Node[],
  write = () => tidy(nodes.map((node) => textOf(node, true)).join('')),
): Pick<TextBlock, 'links' | 'full'> => {
  const links = nodes
    .filter(isElement)
    .flatMap((element) => (hasElements(element) ? [element, ...element.querySelectorAll('a')] : element))
    .filter(isLink)
  return links.length > 0 ? { links: links.map(addressOf).join(' '), full: write() } : {}
}

/** Pictures, films and files within a line or a row. */
const mediaIn = (element: Element) =>
  hasElements(element)
    ? [...element.querySelectorAll('img, video, a[data-type="file"]')].flatMap((part) => blockOf(part, 'paragraph'))
    : []

const rowOf = (row: Element, withAddresses = false) =>
  [...row.children].map((cell) => tidy(textOf(cell, withAddresses)).replace(/\n+/g, ' ')).join(' │ ')

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
  return [{ ...first, kind: 'item', mark }, ...others]
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

const captionsOf = (element: Element): Partial<TextBlock> => {
  const captions = fileIdOf(element.querySelector('track')?.getAttribute('src') ?? '')
  return captions ? { links: captions, full: `${filmText(element)} ${captions}` } : {}
}

const blockOf = (element: Element, textKind: BlockKind): TextBlock[] => {
  switch (element.tagName) {
    case 'UL':
    case 'OL':
      return [...element.children].flatMap(itemBlocks)
    case 'TABLE':
      return [...element.querySelectorAll('tr')].flatMap((row) => [
        { kind: 'row', text: rowOf(row), ...linksIn([row], () => rowOf(row, true)) },
        ...mediaIn(row),
      ])
    case 'PRE':
      return [{ kind: 'code', text: (element.textContent ?? '').replace(/\n$/, '') }]
    case 'IMG':
      return [fileBlock('picture', element, element.getAttribute('alt') ?? '', 'src')]
    case 'VIDEO':
      return [{ ...fileBlock('film', element, filmText(element), 'src'), ...captionsOf(element) }]
    case 'BLOCKQUOTE':
      return blocksOf(element, 'quote')
    case 'HR':
      return []
    case 'H2':
    case 'H3':
    case 'H4':
      return [{ kind: 'heading', text: plain(element), ...linksIn([element]) }]
    case 'P':
    case 'SUMMARY':
      return [{ kind: textKind, text: plain(element), ...linksIn([element]) }, ...mediaIn(element)]
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
  let loose: Node[] = []
  const endLoose = () => {
    const text = tidy(loose.map((node) => textOf(node)).join(''))
    if (text) found.push({ kind: textKind, text, ...linksIn(loose) })
    loose = []
  }
  for (const node of parent.childNodes) {
    if (isInline(node)) loose.push(node)
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
