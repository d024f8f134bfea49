/** The least height of a list that is worth opening, in pixels. */
const minHeight = 96

/** What is seen of the pane that an element scrolls with, or of the page between its bars. */
const sightOf = (element: HTMLElement) => {
  let pane = element.parentElement
  while (pane && pane !== document.body && getComputedStyle(pane).overflowY === 'visible') pane = pane.parentElement
  if (pane && pane !== document.body) return pane.getBoundingClientRect()
  // a page says by these what sticks over its ends
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  return {
    top: Number.parseFloat(scrollPaddingTop) || 0,
    bottom: innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0),
  }
}

/** Opens a list below its field, or above it where only that has the room; and no longer than what is seen. */
export const placeOptions = (list: HTMLElement) => {
  const field = list.parentElement
  if (!field) return
  delete list.dataset.above
  list.style.maxHeight = ''
  const [sight, { top, bottom }] = [sightOf(field), field.getBoundingClientRect()]
  const [above, below] = [top - sight.top - 8, sight.bottom - bottom - 8]
  if (list.offsetHeight <= below) return
  if (above > below) list.dataset.above = ''
  const room = Math.max(above, below, minHeight)
  if (list.offsetHeight > room) list.style.maxHeight = `${room}px`
}
