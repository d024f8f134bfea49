/**
 * Moves the focus out of a field, what is typed stays: to the nearest part of the page that accepts it
 * (`data-takes-focus`, `tabIndex={-1}`), so that a screen reader and the Tab key continue from there.
 */
export const leaveField = (field: HTMLElement) => {
  const part = field.closest<HTMLElement>('[data-takes-focus]')
  part?.focus({ preventScroll: true })
  // behind an open window nothing accepts it
  if (field.ownerDocument.activeElement === field) field.blur()
}
