import { z } from 'zod'
import { russianSentences } from '#contract/http/russian-sentences.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'

// Russian for what a schema says nothing of its own about
z.config({ customError: russianSentences })

type Errors = Record<string, string>

/** Checks a form by the schema that the server checks with: `useForm({ validate: validateWith(Registration) })`. */
export const validateWith = (schema: z.ZodType) => (values: unknown) => {
  const errors: Errors = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) errors[path.join('.')] ??= message
  return errors
}

/**
 * Shows why saving failed: what the server says about fields at those fields, anything else by `showOther`, as a toast
 * by default. `form` is a form of @mantine/form.
 */
export const showFormError = (
  form: { setErrors: (errors: Errors) => void; values: unknown },
  error: unknown,
  showOther: (error: unknown) => void = reportError,
) => {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  form.setErrors(Object.fromEntries(fields.map(([field, sentences]) => [field, sentences.join('. ')])))
  const known = fields.some(([field]) => (field.split('.')[0] as string) in (form.values as object))
  if (known) focusFirstError()
  else showOther(error)
}
