/** Brings the first field of a form with an error to the reader, once the error is drawn. */
export const focusErrorIn = (form: ParentNode) => {
  requestAnimationFrame(() =>
    form.querySelector<HTMLElement>('[aria-invalid="true"], input[data-error], [data-invalid]')?.focus(),
  )
}

/** The same on the page: `form.onSubmit(save, focusFirstError)`. A form in a dialog goes before the one under it. */
export const focusFirstError = () => focusErrorIn(document.querySelector('[role="dialog"] form') ?? document)
