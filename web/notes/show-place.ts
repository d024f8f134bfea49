const isElement = (node: Node | null | undefined): node is HTMLElement => node?.nodeType === 1

/** The element where a range begins: the block of text, or the formula. */
const elementAt = ({ startContainer, startOffset }: Range) => {
  const first = isElement(startContainer) ? startContainer.childNodes[startOffset] : startContainer
  const element = isElement(first) ? first : (first?.parentElement ?? null)
  return element?.closest<HTMLElement>('p, li, h2, h3, h4, td, th, pre, summary, [data-type="block-math"]') ?? element
}

/** Unfolds what a passage is folded in, brings it into sight and gives its block the focus: reading continues there. */
export const showPlace = (range: Range) => {
  const element = elementAt(range)
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  if (element) {
    if (element.tabIndex < 0) element.tabIndex = -1
    element.focus({ preventScroll: true })
  }
  window.scrollBy({ top: range.getBoundingClientRect().top - innerHeight / 3 })
}
