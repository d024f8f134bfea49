import { ApiError } from '#web/app/api-error.ts'
import type { FieldSentences } from '#web/organisation/editing/RowFields.tsx'

/** What the server says about a page that it did not take, by the path in what was sent. */
export type PageErrors = Record<string, string>

const none: PageErrors = {}
const known = new WeakMap<ApiError, PageErrors>()

/** The messages of an error about fields; the same object for the same error. */
export const pageErrors = (error: unknown): PageErrors => {
  if (!(error instanceof ApiError)) return none
  const sentences =
    known.get(error) ??
    Object.fromEntries(
      Object.entries(error.fields).map(([path, sentences]) => [path.replace(/^content\./, ''), sentences.join('. ')]),
    )
  known.set(error, sentences)
  return sentences
}

/** The errors of the fields of a row; empty when there are none. */
export const errorsOfRow = (errors: PageErrors, block: string, index: number): FieldSentences | undefined => {
  const begin = `blocks.${block}.rows.${index}.values.`
  const own = Object.entries(errors).filter(([path]) => path.startsWith(begin))
  if (own.length === 0) return undefined
  return Object.fromEntries(own.map(([path, sentence]) => [path.slice(begin.length).split('.')[0] ?? '', sentence]))
}
