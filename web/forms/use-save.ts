import { type FormEvent, useRef } from 'react'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { showFormError } from '#web/forms/form-errors.ts'

/** What is needed of a form of @mantine/form. */
export interface SavableForm<V> {
  values: V
  submitting: boolean
  setErrors: (errors: Record<string, string>) => void
  onSubmit: (
    save: (values: V) => Promise<unknown>,
    onInvalid: () => void,
  ) => (event?: FormEvent<HTMLFormElement>) => void
}

/**
 * The submit handler of a form: saves once at a time, `form.submitting` meanwhile, and shows a refusal at the field
 * that it is about; `showOther` shows any other failure, a toast by default.
 */
export const useSave = <V extends object>(
  form: SavableForm<V>,
  save: (values: V) => Promise<unknown>,
  showOther?: (error: unknown) => void,
) => {
  // a second click before the button has had time to grey out waits for the first
  const running = useRef<Promise<unknown> | null>(null)
  return form.onSubmit((values) => {
    running.current ??= save(values)
      .catch((error) => showFormError(form, error, showOther))
      .finally(() => {
        running.current = null
      })
    return running.current
  }, focusFirstError)
}
