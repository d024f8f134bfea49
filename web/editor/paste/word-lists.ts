/**
 * The list that a paragraph of Word is an item of, and its depth there, from 1; null for what is no item. A heading with
 * a number is none.
 */
const placeOf = (element: Element | null) => {
  const style = element?.nodeName === 'P' ? (element.getAttribute('style') ?? '') : ''
  const found = /mso-list:\s*(l\d+)\s+level(\d+)(\s+lfo\d+)?/i.exec(style)
  // `lfo` alone changes where the numbers begin again
  return found ? { id: `${found[1]}${found[3] ?? ''}`, level: Number(found[2]) } : null
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

/** The number of an item, the last of «2.1.»; null for a letter or dot. */
const numberOf = (marker: string) => {
  const found = /(\d{1,9})[^\p{L}\d]{0,3}$/u.exec(marker)
  return found && Number(found[1])
}

/**
 * Word writes an item as a paragraph that says which list and level it is of. Makes lists of those that follow each
 * other.
 */
export const wordLists = (body: Element) => {
  for (const first of body.querySelectorAll('p')) {
    // items of a list that has been made are in it by now
    if (placeOf(first) && !first.closest('li')) makeList(first)
  }
}

const makeList = (first: Element) => {
  const document = first.ownerDocument
  /** The lists that are open, the outermost first, each with its level, what Word calls it and its next number. */
  const open: { list: Element; level: number; id: string; next: number }[] = []
  const place = document.createElement('div')
  first.before(place)
  let item: Element | null = first
  for (let found = placeOf(item); item && found; found = placeOf(item)) {
    const after: Element | null = item.nextElementSibling
    const { id, level } = found
    const marker = takeMarker(item)
    const tag = isNumber(marker) ? 'ol' : 'ul'
    const number = numberOf(marker)
    // the numbers of another list are not those of this one
    const isOther = ({ list, id: its, next }: (typeof open)[number]) =>
      list.localName !== tag || (tag === 'ol' && (its !== id || (number !== null && number !== next)))
    while (open.some((last) => last.level > level || (last.level === level && isOther(last)))) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(tag)
      const start = number ?? 1
      if (tag === 'ol' && start !== 1) list.setAttribute('start', `${start}`)
      const outer = open.at(-1)?.list
      const parent = outer ? (outer.lastElementChild ?? outer.appendChild(document.createElement('li'))) : place
      parent.append(list)
      open.push({ list, level, id, next: start })
    }
    const entry = document.createElement('li')
    entry.append(item)
    const last = open.at(-1)
    last?.list.append(entry)
    if (last) last.next += 1
    item = after
  }
  place.replaceWith(...place.childNodes)
}
