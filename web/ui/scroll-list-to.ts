/** Scrolls a list to one of its options. The list alone: `scrollIntoView` would move the page as well. */
export const scrollListTo = (list: HTMLElement | null, option: Element | null | undefined) => {
  if (!list || !option) return
  const [frame, rect] = [list.getBoundingClientRect(), option.getBoundingClientRect()]
  if (rect.top < frame.top) list.scrollTop -= frame.top - rect.top
  else if (rect.bottom > frame.bottom) list.scrollTop += rect.bottom - frame.bottom
}
