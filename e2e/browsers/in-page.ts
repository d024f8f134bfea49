/** Something on a page, by its role and its name or a pattern of the name. */
export interface Target {
  role: 'button' | 'link' | 'textbox' | 'heading' | 'checkbox'
  name?: string
  pattern?: string
}

/**
 * The middle of what can be pressed, brought into sight, with its text; null while nothing is there, or something is
 * over it. Runs in the page: everything it needs is inside.
 */
export const findInPage = ({ role, name, pattern }: Target) => {
  const selectors = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    textbox: 'textarea, [role=textbox], input:not([type=checkbox], [type=radio], [type=file])',
    heading: 'h1, h2, h3, h4, [role=heading]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
  }
  const textOf = (element: Element | null | undefined) => {
    const copy = element?.cloneNode(true) as Element | undefined
    for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove()
    return copy?.textContent
  }
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []
    const shown =
      element.getAttribute('aria-label') ??
      (ids.length
        ? ids.map((id) => textOf(document.getElementById(id))).join(' ')
        : labels.length
          ? textOf(labels[0])
          : textOf(element))
    return (shown ?? '').replace(/\s+/g, ' ').trim()
  }
  const isCalled = (element: Element) =>
    name === undefined ? new RegExp(pattern ?? '').test(nameOf(element)) : nameOf(element) === name
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && !(element as HTMLButtonElement).disabled && !element.closest('[inert]')
  const found = [...document.querySelectorAll(selectors[role])].filter(isCalled).find(isShown)
  if (!found) return null
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = found.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + Math.min(height / 2, 40))]
  const above = document.elementFromPoint(x, y)
  const isFree = above && (found.contains(above) || above.closest('label')?.control === found || above.contains(found))
  const value = 'value' in found ? String(found.value) : (found.textContent ?? '')
  return isFree ? { x, y, value } : null
}

/** What a person reads on the page: without what is hidden. */
// biome-ignore lint/performance/useDomNodeTextContent: that one has hidden texts, too
export const textOfPage = () => document.body.innerText

/** From where to where a mouse selects this text; null while it is not there. */
export const placeOfText = (text: string) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const start = node.data.indexOf(text)
    if (start < 0 || !node.parentElement?.checkVisibility()) continue
    node.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' })
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, start + text.length)
    const { left, right, top, height } = range.getBoundingClientRect()
    return { left: Math.floor(left), right: Math.ceil(right), y: Math.round(top + height / 2) }
  }
  return null
}
