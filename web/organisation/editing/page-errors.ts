import type { OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { ApiError } from '#web/data/api-error.ts'
import { rowKey, rowsOf } from '#web/organisation/editing/content-rows.ts'
import type { FieldSentences } from '#web/organisation/editing/RowFields.tsx'

/** What is wrong with a page, by the path in its content. */
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

const valueAt = (content: OrganisationContent, path: string) =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], content)

const inRow = /^blocks\.([^.]+)\.rows\.(\d+)(\..+)$/

/** Where the row of a path is by now; null once it is removed. */
const pathNow = (path: string, before: OrganisationContent, now: OrganisationContent) => {
  const [, block = '', index, rest] = inRow.exec(path) ?? []
  const row = rowsOf(before, block)[Number(index)]
  if (!row) return path
  const place = rowsOf(now, block).findIndex((other) => rowKey(other) === rowKey(row))
  return place < 0 ? null : `blocks.${block}.rows.${place}${rest}`
}

/** The errors of an earlier content that still hold: their value is the same. They move with the row that has it. */
export const errorsLeft = (errors: PageErrors, before: OrganisationContent, now: OrganisationContent): PageErrors => {
  const left = Object.entries(errors).flatMap(([path, sentence]) => {
    const place = pathNow(path, before, now)
    return place !== null && valueAt(before, path) === valueAt(now, place) ? [[place, sentence]] : []
  })
  return left.length === 0 ? none : Object.fromEntries(left)
}

/** The errors of the fields of a row; empty when there are none. */
export const errorsOfRow = (errors: PageErrors, block: string, index: number): FieldSentences | undefined => {
  const begin = `blocks.${block}.rows.${index}.values.`
  const own = Object.entries(errors).filter(([path]) => path.startsWith(begin))
  if (own.length === 0) return undefined
  return Object.fromEntries(own.map(([path, sentence]) => [path.slice(begin.length).split('.')[0] ?? '', sentence]))
}
