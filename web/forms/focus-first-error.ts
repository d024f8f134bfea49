import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'

/** Gives the focus to a field that has to be mended, clear of the bars that stick over the ends of a page or a dialog. */
export const focusInSight = (field: HTMLElement | null | undefined) => {
  if (!field) return
  field.focus({ preventScroll: true })
  // `focus` itself takes a field under a bar for one in sight
  field.scrollIntoView({ block: field.offsetHeight < innerHeight / 2 ? 'center' : 'start' })
}

const wrong = '[aria-invalid="true"], input[data-error], [data-invalid]'

/** Brings the first field of a form with an error to the reader, once the error is drawn. */
export const focusErrorIn = (form: ParentNode) =>
  focusWhenDrawn(() => form.querySelector<HTMLElement>(wrong), focusInSight)

/** The same on the page: `form.onSubmit(save, focusFirstError)`. A form in a dialog goes before the one under it. */
export const focusFirstError = () => focusErrorIn(document.querySelector('[role="dialog"] form') ?? document)
