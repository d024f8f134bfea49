import { namePlaceholder, type SavedComment } from '#contract/saved-comments/saved-comments.schema.ts'
import { plainSpelling } from '#web/ui/plain-spelling.ts'

/** A `#` that is being typed: its place, and the text after it up to the caret. */
export interface Hash {
  from: number
  query: string
}

/** Max length of the text after a `#` that still searches a saved comment. */
const maxQueryLength = 40

/** The `#` before the caret, at the beginning of a word; null when none is being typed. */
export const hashAt = (text: string, caret: number): Hash | null => {
  // before the first character there is nothing to look at, and a place below zero counts as zero
  const from = caret > 0 ? text.lastIndexOf('#', caret - 1) : -1
  if (from < 0 || caret - from > maxQueryLength || /\S/.test(text[from - 1] ?? ' ')) return null
  const query = text.slice(from + 1, caret)
  return query.includes('\n') ? null : { from, query }
}

/** The comments that contain every word of the query, in their order. */
export const matching = (comments: SavedComment[], query: string, max = 7) => {
  const words = plainSpelling(query).split(/\s+/).filter(Boolean)
  return comments.filter(({ text }) => words.every((word) => plainSpelling(text).includes(word))).slice(0, max)
}

/** A saved comment with the student's first name in it. */
export const filled = (text: string, firstName: string) => text.replaceAll(namePlaceholder, firstName)

/** The text before the caret and the rest of it, in one, and the place of the caret. */
const joined = (before: string, after: string) => ({ text: before + after, caret: before.length })

/** A text with a comment at the caret, apart from what is before it, and the new place of the caret. */
export const insertedAt = (text: string, caret: number, comment: string) => {
  const before = text.slice(0, caret)
  return joined(before + (/\S$/.test(before) ? ' ' : '') + comment, text.slice(caret))
}

/** A text with a comment in place of the `#`, and the new place of the caret. */
export const inserted = (text: string, hash: Hash, comment: string) =>
  joined(text.slice(0, hash.from) + comment, text.slice(hash.from + 1 + hash.query.length))
