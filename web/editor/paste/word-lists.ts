/** The depth of an item of Word, from 1; null for what is no item. */
const levelOf = (element: Element | null) => {
  const style = element?.getAttribute('style') ?? ''
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(style)?.[1]
  return level ? Number(level) : null
}

/** The number or dot that Word wrote before the text; it is removed. */
const takeMarker = (item: Element) => {
  const marker = [...item.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const text = marker?.textContent?.trim() ?? ''
  marker?.remove()
  return text
}

/** Numbers and letters count; dots, circles and squares do not. «o» is Word's circle. */
const isNumber = (marker: string) => /^\(?([\p{L}\d]{1,4}[.)]|\d+)/u.test(marker)

/**
 * Word writes an item as a paragraph that says which list and level it is of. Makes lists of those that follow each
 * other.
 */
export const wordLists = (body: Element) => {
  for (const first of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    // items of a list that has been made are in it by now
    if (levelOf(first) === null || first.closest('li') || first.nodeName !== 'P') continue
    makeList(first)
  }
}

const makeList = (first: Element) => {
  const document = first.ownerDocument
  /** The lists that are open, the outermost first, each with its level. */
  const open: { list: Element; level: number }[] = []
  const place = document.createElement('div')
  first.before(place)
  let item: Element | null = first
  while (item && levelOf(item) !== null) {
    const next: Element | null = item.nextElementSibling
    const level = levelOf(item) as number
    const marker = takeMarker(item)
    const tag = isNumber(marker) ? 'ol' : 'ul'
    while (
      open.length > 0 &&
      ((open.at(-1)?.level ?? 0) > level || (open.at(-1)?.level === level && open.at(-1)?.list.localName !== tag))
    )
      open.pop()
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(tag)
      const start = /^\(?(\d+)/.exec(marker)?.[1]
      if (start && start !== '1') list.setAttribute('start', start)
      const outer = open.at(-1)?.list
      const parent = outer ? (outer.lastElementChild ?? outer.appendChild(document.createElement('li'))) : place
      parent.append(list)
      open.push({ list, level })
    }
    const entry = document.createElement('li')
    entry.append(item)
    open.at(-1)?.list.append(entry)
    item = next
  }
  place.replaceWith(...place.childNodes)
}
