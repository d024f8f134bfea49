import { plainScript } from '#contract/content/plain-scripts.ts'
import { cellStyles, realColumns, singleCell } from '#web/editor/paste/cells.ts'
import { drawnFormulas, formulaIn, keptFormulas, takesFormulas } from '#web/editor/paste/formulas.ts'
import { checkLists, fixLists } from '#web/editor/paste/lists.ts'
import { ownParts } from '#web/editor/paste/own-parts.ts'
import { styledText } from '#web/editor/paste/styled-text.ts'
import { wordLists } from '#web/editor/paste/word-lists.ts'

/** What has no text to paste. */
const silent =
  'script, style, meta, link, title, head, xml, template, noscript, object, embed, iframe, svg, input, button, select, textarea, col, colgroup'

const removeComments = (body: Element) => {
  const walker = body.ownerDocument.createTreeWalker(body, 128)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
}

/** What a text has but does not show: page numbers of a table of contents, rows of a spreadsheet. */
const removeHidden = (body: Element) => {
  for (const element of body.querySelectorAll('[style], [hidden]')) {
    const isHidden = /(?:^|;)\s*display:\s*none/i.test(element.getAttribute('style') ?? '')
    if (isHidden || element.hasAttribute('hidden')) element.remove()
  }
}

/** Takes an element away and leaves what is in it. */
const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

/** The largest headings of an office text are titles of pages here: they go down by one. */
const headings = (body: Element) => {
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1')
  for (const title of body.querySelectorAll('p.MsoSubtitle')) rename(title, 'h2')
  const down = body.querySelector('h1') ? 1 : 0
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(4, Math.max(2, Number(heading.localName[1]) + down))
    if (heading.localName !== `h${level}`) rename(heading, `h${level}`)
  }
  // a heading is bold by itself
  for (const bold of body.querySelectorAll(':is(h2, h3, h4) :is(b, strong)')) unwrap(bold)
}

const rename = (element: Element, tag: string) => {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

/** Raised and lowered text: «м²», «2ˣ» as a formula; where there are no formulas, `2^(x)`. */
const indices = (body: Element, hasFormulas: boolean) => {
  for (const element of body.querySelectorAll('sup, sub')) {
    const tag = element.localName as 'sup' | 'sub'
    const whole = element.textContent ?? ''
    const text = whole.trim()
    const [before = '', after = ''] = whole.split(text)
    const script = text && !element.querySelector('img, [data-latex]') ? plainScript(tag, text) : null
    if (script === null) unwrap(element)
    else if ('text' in script) element.replaceWith(before, script.text, after)
    else if (hasFormulas && takesFormulas(element))
      element.replaceWith(before, formulaIn(body.ownerDocument, script.latex), after)
    else element.replaceWith(before, `${tag === 'sup' ? '^' : '_'}(${text})`, after)
  }
}

const isBlank = (element: Element) =>
  !/[^\s\u00a0\u200b\ufeff]/.test(element.textContent ?? '') &&
  !element.querySelector('img, video, hr, table, [data-latex]')

const tidySpaces = (body: Element) => {
  const walker = body.ownerDocument.createTreeWalker(body, 4)
  while (walker.nextNode()) {
    const { currentNode: text } = walker
    if (text.parentElement?.closest('pre')) continue
    text.nodeValue = (text.nodeValue ?? '').replace(/[\u200b\ufeff\u00ad]/g, '').replace(/[ \u00a0]+/g, ' ')
  }
}

/** Spaces beside a break that is in no paragraph: those of many breaks would be passed again at each of them. */
const removeSpacesAtBreaks = (body: Element) => {
  for (const node of [...body.childNodes]) {
    const isSpace = node.nodeType === 3 && (node.nodeValue ?? '').trim() === ''
    if (isSpace && [node.previousSibling, node.nextSibling].some((beside) => beside?.nodeName === 'BR'))
      body.removeChild(node)
  }
}

/** Lines that only keep a distance, and breaks that end a line which ends anyway. */
const removeBlanks = (body: Element) => {
  for (const line of body.querySelectorAll('p, h2, h3, h4, div, li, blockquote')) {
    if (isBlank(line) && !line.matches('[data-latex], [data-type="detailsContent"]') && !line.querySelector('td, th'))
      line.remove()
  }
  for (const line of body.querySelectorAll('br')) {
    const isLoose = line.parentElement === body
    const [before, after] = isLoose
      ? [textBeside(line, 'previousSibling'), textBeside(line, 'nextSibling')]
      : [null, nextInBlock(line)]
    // between two blocks it is a distance; between two words, which a page copies without their paragraph, a line
    if (after === null || isBlock(after) || (isLoose && (before === null || isBlock(before)))) line.remove()
  }
}

const isBlock = (node: Node) => /^(P|DIV|H\d|UL|OL|TABLE|PRE|BLOCKQUOTE)$/.test(node.nodeName)

const isMark = (node: Node) =>
  /^(A|B|STRONG|I|EM|U|INS|S|DEL|STRIKE|CODE|SMALL|BIG|MARK|LABEL|CITE|Q)$/.test(node.nodeName)

/** What comes after a node, also where the bold or the link that it is in ends; null where its line ends. */
const nextInBlock = (node: Node): Node | null => {
  const { nextSibling, parentNode } = node
  return nextSibling === null && parentNode && isMark(parentNode) ? nextInBlock(parentNode) : nextSibling
}

/** What is beside a node, but for spaces between tags. */
const textBeside = (node: Node, side: 'nextSibling' | 'previousSibling') => {
  let other = node[side]
  while (other?.nodeType === 3 && (other.nodeValue ?? '').trim() === '') other = other[side]
  return other
}

/** Addresses within the other text lead nowhere here: to footnotes, bookmarks, files of that device. */
const deadLinks = (body: Element) => {
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (!href || href.startsWith('#') || href.startsWith('file:')) unwrap(link)
  }
}

/** Attributes that mean something to the editor; styles and classes were for another page. */
const meant = /^(href|src|alt|colspan|rowspan|start|data-(type|latex|checked|callout|width|name|size))$/

const removeAttributes = (body: Element) => {
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const isLanguage = name === 'class' && element.localName === 'code' && /(^| )language-/.test(value)
      if (!meant.test(name) && !isLanguage) element.removeAttribute(name)
    }
  }
}

/**
 * What the clipboard of Word, Google Docs, LibreOffice or a page holds, as this editor would have written it. Pictures
 * from elsewhere are left out, and formulas without their source: `foreign` and `lostFormulas` say how many.
 */
export const cleanPasted = (
  html: string,
  { hasFormulas }: { hasFormulas: boolean },
): { html: string; foreign: number; lostFormulas: number } => {
  // a document of its own: nothing in it is loaded or run
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const lostFormulas = drawnFormulas(body)
  keptFormulas(body, hasFormulas)
  const foreign = ownParts(body)
  wordLists(body)
  cellStyles(body.ownerDocument)
  removeHidden(body)
  // before what may be in them
  checkLists(body)
  removeComments(body)
  for (const element of body.querySelectorAll(silent)) element.remove()
  // Word's own tags: o:p, st1:place…
  for (const element of [...body.querySelectorAll('*')].filter(({ nodeName }) => nodeName.includes(':')))
    unwrap(element)
  styledText(body)
  fixLists(body)
  indices(body, hasFormulas)
  deadLinks(body)
  headings(body)
  tidySpaces(body)
  removeSpacesAtBreaks(body)
  removeBlanks(body)
  realColumns(body)
  singleCell(body)
  removeAttributes(body)
  return { html: body.innerHTML, foreign, lostFormulas }
}
