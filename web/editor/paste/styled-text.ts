const styleOf = (element: Element) => element.getAttribute('style')?.toLowerCase() ?? ''

/** Whether a style says it of itself: Word's own «mso-bidi-font-weight» is another property. */
const hasStyle = (property: string, value: string) => {
  const pattern = new RegExp(`(?:^|;)\\s*${property}:[^;]*\\b(?:${value})\\b`)
  return (style: string) => pattern.test(style)
}

const marks: [(style: string) => boolean, string][] = [
  [hasStyle('font-weight', 'bold|bolder|[6-9]00'), 'strong'],
  [hasStyle('font-style', 'italic|oblique'), 'em'],
  [hasStyle('text-decoration(?:-line)?', 'underline'), 'u'],
  [hasStyle('text-decoration(?:-line)?', 'line-through'), 's'],
  [hasStyle('vertical-align', 'super'), 'sup'],
  [hasStyle('vertical-align', 'sub'), 'sub'],
]

/** Tags that a style takes back: Google wraps a whole text in a `b` of normal weight. */
const undone: [string, (style: string) => boolean][] = [
  ['b, strong', hasStyle('font-weight', 'normal|[1-4]00')],
  ['i, em', hasStyle('font-style', 'normal')],
  ['u', hasStyle('text-decoration(?:-line)?', 'none')],
]

/** What is bold by itself. */
const boldPlaces = 'h1, h2, h3, h4, h5, h6, th'

/** Where only spaces are between the tags. */
const spaced = 'ul, ol, table, tbody, thead, tfoot, tr'
const isSpace = (text: Node) => !/\S/.test(text.nodeValue ?? '') && text.parentElement?.matches(spaced)

/**
 * The texts of a cell that have the mark of the cell: not those of another cell in it, nor of a heading, nor where a
 * style takes the mark back. Each element is looked at once, since a pasted table may be deep.
 */
const markedTexts = (cell: Element, mark: Element) => {
  const takesBack = undone.filter(([tags]) => mark.matches(tags)).map(([, style]) => style)
  const isWithout = (node: Node) =>
    node instanceof Element &&
    (node.matches('td, th') ||
      (mark.matches('strong') && node.matches(boldPlaces)) ||
      takesBack.some((takes) => takes(styleOf(node))))
  // 5: elements and texts; 2: with all that is in it, left out
  const walker = cell.ownerDocument.createTreeWalker(cell, 5, (node) => (isWithout(node) ? 2 : 1))
  const texts: Node[] = []
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    if (node.nodeType === 3 && !isSpace(node)) texts.push(node)
  }
  return texts
}

/** Marks the texts of a cell one by one, since some of them may be without the mark. */
const markCell = (cell: Element, tag: string) => {
  for (const text of markedTexts(cell, cell.ownerDocument.createElement(tag))) {
    const mark = cell.ownerDocument.createElement(tag)
    text.parentNode?.replaceChild(mark, text)
    mark.append(text)
  }
}

/** Replaces styles by tags: for what is bold, in italics, underlined, struck out, raised or lowered. */
export const styledText = (body: Element) => {
  for (const [tags, style] of undone) {
    for (const element of body.querySelectorAll(tags)) {
      if (style(styleOf(element))) element.replaceWith(...element.childNodes)
    }
  }
  for (const element of body.querySelectorAll('span:not([data-latex]), font, a, td')) {
    const style = styleOf(element)
    const tags = marks
      .filter(([has, tag]) => has(style) && !(tag === 'strong' && element.closest(boldPlaces)))
      // a link is underlined by itself, and so is the text in it
      .filter(([, tag]) => tag !== 'u' || !(element.closest('a') || element.querySelector('a')))
      .map(([, tag]) => tag)
    for (const tag of tags) {
      if (element.matches('td')) {
        markCell(element, tag)
        continue
      }
      const mark = element.ownerDocument.createElement(tag)
      mark.append(...element.childNodes)
      element.append(mark)
    }
    if (!element.matches('a, td')) element.replaceWith(...element.childNodes)
  }
}
