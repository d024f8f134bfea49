import { z } from 'zod'
import { Id } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'

/** What is found, in the order in which the results come. */
export const SearchKind = z.enum(['course', 'lesson', 'task', 'user', 'project'])
export type SearchKind = z.infer<typeof SearchKind>

/** One thing that a search has found. */
export const SearchResult = z.object({
  kind: SearchKind,
  id: Id,
  title: z.string(),
  /** Distinguishes it from others of the same name: its course, its state, its people; may be empty. */
  note: z.string(),
  /** Its page for this reader, from the root of the site. */
  url: z.string(),
})
export type SearchResult = z.infer<typeof SearchResult>

/** How many characters of a search are read: the rest of a long one is ignored. */
const maxSearch = 200

/** How many results a response has, unless the caller asks for another number, and at most. */
const searchLimits = { usual: 20, max: 50 }

const kindsIn = (value: string | string[] | undefined): SearchKind[] => {
  if (value === undefined) return SearchKind.options
  const named = new Set([value].flat().flatMap((part) => part.split(',').map((kind) => kind.trim())))
  return named.size === 1 && named.has('') ? SearchKind.options : SearchKind.options.filter((kind) => named.has(kind))
}

const limitIn = (value: string | undefined) => {
  const limit = /^-?\d+$/.test(value ?? '') ? Number(value) : searchLimits.usual
  return Math.min(Math.max(limit, 1), searchLimits.max)
}

/**
 * Nothing that somebody types is an error: long texts are cut, unknown kinds ignored, numbers brought into their range.
 */
export const SearchQuery = z.object({
  q: z
    .string()
    .default('')
    // what is kept together takes no longer than what is read
    .transform((text) => storable(text.slice(0, 2 * maxSearch)).slice(0, maxSearch)),
  /** Separated by commas; all by default. */
  kinds: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform(kindsIn),
  limit: z.string().optional().transform(limitIn),
})
