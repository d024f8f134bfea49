/** Whether an element loses the focus with its whole window, as when an address is copied elsewhere. */
export const isWindowLeft = (element: Element) => element.contains(document.activeElement)
